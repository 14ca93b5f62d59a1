// Servers of the tests, on the loopback interface only.
//
// A Front forwards every request to the site's own server. It keeps the log that tests read, and disturbs requests as
// tests ask: delaying a file, answering 404 for it, going offline, changing to another build. Every test has a Front
// of its own, whose port makes it an origin with an empty storage; there is one site server for each build. A Plain
// server serves only files with their types, like the simplest static host.

import { createServer, request as forward } from 'node:http';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { serve as program } from './builds.mjs';
import { collector } from './collector.mjs';
import { freePort, start, until } from './processes.mjs';

/** Ports of site/serve by folder and base; a server is started at the first request, and all Fronts of this process
 * share it. */
const serving = /** @type {Map<string, Promise<number>>} */ (new Map());

/** Returns the port at which a build is served, until this process ends. @param {string} dist @param {string} base */
function served(dist, base) {
  const key = `${dist} ${base}`;
  const known = serving.get(key) ?? serve(dist, base);
  serving.set(key, known);
  return known;
}

async function serve(dist, base) {
  let port = 0;
  const process = start(program, ['-dir', dist, '-base', base, '-port', String(await freePort())], {
    onLine: (line) => { port ||= Number(/:(\d+)/.exec(line)?.[1] ?? 0); },
  });
  await until(() => port, { what: `site/serve for ${dist}`, timeout: 15_000, detail: () => process.tail() });
  process.rest();
  return port;
}

/** Reports whether a request is from WebKit, whose driver reports no console; its pages collect it themselves. */
const blind = (request) => /AppleWebKit/.test(request.headers['user-agent']) && !/Chrom/.test(request.headers['user-agent']);
const collectorPath = '/__collector.js';

/** A server of Node whose port outlives a stop, so that offline means no server. */
class Listener {
  constructor(handle) {
    this.handle = handle;
    this.port = 0;
    this.open = 0; // requests that are neither answered completely nor aborted
    this.server = /** @type {import('node:http').Server|undefined} */ (undefined);
  }

  get origin() { return `http://127.0.0.1:${this.port}`; }

  /** Starts the server, on its former port if it had one. */
  async listen() {
    const server = createServer((request, response) => {
      this.open++;
      response.once('close', () => { this.open--; });
      this.handle(request, response);
    });
    server.keepAliveTimeout = 60_000;
    await new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', () => resolve(undefined));
    });
    this.port = /** @type {import('node:net').AddressInfo} */ (server.address()).port;
    this.server = server;
    return this;
  }

  /** Refuses every connection from now on, and closes open ones. */
  async close() {
    const server = this.server;
    this.server = undefined;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(() => resolve(undefined)));
  }
}

/**
 * @typedef {object} Seen
 * @property {string} method
 * @property {string} path with its query
 * @property {number} status 0 before it is answered
 */

export class Front {
  /** @param {string} dist @param {string} base */
  constructor(dist, base) {
    this.base = base;
    this.dist = dist;
    this.port = 0;
    this.keeping = true; // whether WebKit has service workers here; drivers set it for the others
    /** @type {Seen[]} */
    this.log = [];
    /** @type {{match: RegExp, act: (request: any, response: any) => boolean|Promise<boolean>}[]} */
    this.rules = [];
    this.listener = new Listener((request, response) => this.answer(request, response));
  }

  get origin() { return this.listener.origin; }
  /** Returns the address of a page of the site: url('/lab/'). */
  url(path) { return this.origin + this.base + path; }

  async open() {
    await this.use(this.dist);
    await this.listener.listen();
    return this;
  }

  /** Serves another build at the same address, as a deployment does. */
  async use(dist) {
    this.port = await served(dist, this.base);
    this.dist = dist;
  }

  /** Reports whether all requests are answered. */
  quiet() { return this.listener.open === 0; }

  async answer(request, response) {
    const seen = { method: request.method ?? '', path: request.url ?? '', status: 0 };
    this.log.push(seen);
    response.once('finish', () => { seen.status = response.statusCode; });
    for (const rule of [...this.rules]) {
      if (rule.match.test(seen.path) && await rule.act(request, response)) return;
    }
    const document = /^(document|iframe)$/.test(request.headers['sec-fetch-dest'] ?? '');
    if (document && blind(request)) return this.answerWithCollector(request, response);
    if (seen.path === this.base + collectorPath) return response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
      .end(`${this.keeping ? '' : "Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');"}${collector}`);
    const passed = forward({ host: '127.0.0.1', port: this.port, method: request.method, path: request.url, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once('error', () => response.destroyed || response.writeHead(502).end());
    request.pipe(passed);
  }

  /** Answers with a page that has the collector as the first script after its policy. */
  answerWithCollector(request, response) {
    const headers = { ...request.headers };
    for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since', 'range']) delete headers[name];
    forward({ host: '127.0.0.1', port: this.port, method: request.method, path: request.url, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => {
        const given = { ...answer.headers };
        for (const name of ['content-length', 'etag', 'last-modified']) delete given[name];
        const script = `<script src="${this.base}${collectorPath}"></script>`;
        response.writeHead(answer.statusCode ?? 502, given);
        response.end(text.replace(/<meta[^>]*http-equiv="?content-security-policy"?[^>]*>/i, (policy) => policy + script));
      });
    }).on('error', () => response.destroyed || response.writeHead(502).end()).end();
  }

  /** Delays matching requests until the returned function is called. */
  hold(match) {
    let release = /** @type {() => void} */ (() => {});
    const gate = new Promise((resolve) => { release = () => resolve(undefined); });
    const rule = { match, act: async () => { await gate; return false; } };
    this.rules.push(rule);
    return () => { this.drop(rule); release(); };
  }

  /** Runs a script in every worker of the site before the worker's own. @param {() => void} script */
  inWorkers(script) { this.before(/\/a\/worker\.\w+\.js$/, script); }

  /** Runs a script in the laboratory's page before the page's own. @param {() => void} script */
  inLaboratory(script) { this.before(/\/a\/lab\.\w+\.js$/, script); }

  before(match, script) {
    this.rules.push({ match, act: (request, response) => {
      const own = readFileSync(join(this.dist, request.url.slice(this.base.length)), 'utf8');
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(`(${script})();\n${own}`);
      return true;
    } });
  }

  /** Answers 404 to matching requests until the returned function is called. */
  lose(match) {
    const rule = { match, act: (_request, response) => { response.writeHead(404, { 'content-type': 'text/plain' }).end('gone'); return true; } };
    this.rules.push(rule);
    return () => this.drop(rule);
  }

  drop(rule) { this.rules = this.rules.filter((other) => other !== rule); }

  offline() { return this.listener.close(); }
  online() { return this.listener.listen(); }

  close() { return this.listener.close(); }
}

const types = {
  '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.mjs': 'text/javascript', '.json': 'application/json', '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml', '.png': 'image/png', '.woff2': 'font/woff2', '.webmanifest': 'application/manifest+json', '.xml': 'text/xml', '.txt': 'text/plain',
};

/**
 * Starts a server of only files and types: index.html for folders, 404.html for missing files, and no other header.
 */
export async function plainServer(dist, base) {
  const listener = new Listener((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://host').pathname);
    const send = (file, status) => {
      response.writeHead(status, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
      createReadStream(file).pipe(response);
    };
    const inside = path.startsWith(base + '/') ? normalize(path.slice(base.length)) : '';
    const found = inside && [inside, join(inside, 'index.html')].map((name) => join(dist, name)).find((name) => isFile(name));
    const missing = join(dist, '404.html');
    if (found && isFile(found)) {
      if (found.endsWith('/index.html') && !path.endsWith('/') && !path.endsWith('/index.html')) {
        response.writeHead(301, { location: path + '/' }).end();
        return;
      }
      send(found, 200);
    } else if (isFile(missing)) send(missing, 404);
    else response.writeHead(404).end();
  });
  await listener.listen();
  return { origin: listener.origin, url: (path) => listener.origin + base + path, quiet: () => listener.open === 0, close: () => listener.close() };
}

function isFile(name) {
  try {
    return statSync(name).isFile();
  } catch {
    return false;
  }
}

/**
 * Serves a foreign origin with a few pages and modules (.mjs): another port is another origin.
 * @param {Record<string, string>} pages
 * @param {Record<string, string>} [headers] additional headers of every page
 */
export async function pagesServer(pages, headers = {}) {
  const log = /** @type {string[]} */ ([]);
  const listener = new Listener((request, response) => {
    log.push(request.url);
    const body = pages[request.url];
    const type = request.url.endsWith('.mjs') ? 'text/javascript' : 'text/html; charset=utf-8';
    response.writeHead(body ? 200 : 404, { 'content-type': type, ...headers });
    response.end(body ?? '');
  });
  await listener.listen();
  return { origin: listener.origin, log, close: () => listener.close() };
}

/**
 * Starts a proxy that connects to nothing. Browsers use it for every host but the loopback, so a request to a
 * foreign host ends here and is recorded.
 */
export async function deadProxy() {
  const log = /** @type {string[]} */ ([]);
  const listener = new Listener((request, response) => {
    log.push(request.url);
    response.writeHead(403).end();
  });
  await listener.listen();
  listener.server?.on('connect', (request, socket) => {
    log.push(request.url);
    socket.on('error', () => {}); // the browser may be gone already
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  return { port: listener.port, log, close: () => listener.close() };
}
