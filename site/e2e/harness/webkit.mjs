// WebKit, driven by a small WebDriver client: WebKitWebDriver starts MiniBrowser on a display of its own, one driver
// per profile.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'node:http';
import { Gone, delay, freePort, removeFolder, start, temporaryFolder, until } from './processes.mjs';
import { need } from './programs.mjs';
import { deadProxy } from './server.mjs';
import { collector } from './collector.mjs';
import { Page } from './page.mjs';

/** Starts a display; the X server chooses a free number. */
async function openDisplay() {
  const program = need('display');
  const server = start(program, ['-displayfd', '3', '-screen', '0', '1920x1400x24', '-nolisten', 'tcp', '-noreset'], { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  let number = '';
  server.child.stdio[3]?.on('data', (text) => { number += text; });
  await until(() => number.endsWith('\n'), { what: 'Xvfb to choose a display', timeout: 15_000, detail: () => server.tail() });
  return { name: `:${number.trim()}`, stop: server.stop };
}

/** @param {import('./browser.mjs').Options} options */
export async function openWebKit(options) {
  const driverProgram = need('webkit');
  const miniBrowser = need('minibrowser');
  const display = await openDisplay();
  const proxy = await deadProxy();
  const open = new Set();
  const begin = async (own) => {
    const profile = await openPatiently({ driverProgram, miniBrowser, display: display.name, proxy, options: { ...options, ...own } });
    open.add(profile);
    return profile;
  };
  // In a process that has run Gridbox before, the next page starts up to three times slower, and takes a third more
  // processor time, because WebKit keeps the former page for Back. So every test has a session of its own.
  const fresh = async (own = {}) => {
    const profile = await begin(own);
    return {
      page: () => profile.page(),
      opened: (act) => profile.opened(act),
      async close() { open.delete(profile); await profile.close(); },
    };
  };
  return {
    name: 'webkit',
    fresh,
    alive: () => true, // every test starts a session
    async close() {
      for (const profile of open) await profile.close();
      await proxy.close();
      await display.stop();
    },
  };
}

/**
 * Sets GTK's scheme and motion for the test, and a title bar that fits a window as narrow as a phone. Overlay
 * scrollbars fade for three seconds after each load and movement. That paints the whole page repeatedly, without a
 * graphics card by the processor, so scrollbars have a place of their own.
 */
function writeSettings(folder, options) {
  mkdirSync(join(folder, 'gtk-3.0'), { recursive: true });
  writeFileSync(join(folder, 'gtk-3.0', 'settings.ini'),
    `[Settings]\ngtk-application-prefer-dark-theme=${options.scheme === 'dark'}\ngtk-enable-animations=${options.motion !== 'reduce'}\ngtk-overlay-scrolling=false\n`);
  writeFileSync(join(folder, 'gtk-3.0', 'gtk.css'), '* { padding: 0; margin: 0; min-width: 0; font-size: 8px; -gtk-icon-transform: scale(0.1); } box, toolbar { border-spacing: 0; }\n');
}

/** Without a graphics card the processor composites layers; without them it has a quarter less work. */
const frugal = { WEBKIT_DISABLE_COMPOSITING_MODE: '1' };

/** The message about a browser that does not start. */
export const unstarted = 'MiniBrowser did not answer WebKitWebDriver';

/** Starts a profile, a second time if the browser does not answer its driver. */
async function openPatiently(parts) {
  const faults = [];
  for (const patience of [20_000, 40_000]) {
    const profile = await Profile.open(parts, patience).catch((error) => { faults.push(String(error)); });
    if (profile) return profile;
  }
  throw new Error(`${unstarted} in two starts ${faults.join('; ')}`);
}

/** The answers of the driver after the page's process has ended, and the error after its own has ended. */
const crashed = /page crash|invalid session id|could not parse script result|ECONNREFUSED/i;

/** One session: a driver, a browser, an empty profile. */
class Profile {
  static async open({ driverProgram, miniBrowser, display, proxy, options }, patience) {
    const profile = new Profile();
    const home = temporaryFolder('webkit');
    writeSettings(home, options);
    const port = await freePort();
    const env = { ...process.env, DISPLAY: display, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home, NO_AT_BRIDGE: '1',
      GTK_THEME: options.scheme === 'dark' ? 'Adwaita:dark' : 'Adwaita', GDK_BACKEND: 'x11', DBUS_SESSION_BUS_ADDRESS: undefined,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1',
      ...frugal, JSC_useOMGJIT: String(options.optimizing) };
    profile.home = home;
    profile.options = options;
    profile.proxy = proxy;
    profile.driver = start(driverProgram, [`--port=${port}`, '--host=127.0.0.1'], { env, cwd: home });
    profile.port = port;
    // The proxy is an argument of the browser: with the driver's list noProxy, WebKitGTK 2.50 crashes in a third of its
    // starts, because it reads past the end of the list.
    const begun = await profile.begin({
      capabilities: { alwaysMatch: {
        timeouts: { script: 60_000, pageLoad: 60_000, implicit: 0 },
        'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation', `--proxy=http://127.0.0.1:${proxy.port}`, '--ignore-host=127.0.0.1', '--ignore-host=localhost'] },
      } },
    }, patience);
    if (!begun) return undefined;
    profile.session = `/session/${begun.sessionId}`;
    return profile;
  }

  constructor() {
    /** @type {Map<string, WebKitPage>} */
    this.pages = new Map();
    this.current = '';
    this.home = '';
    this.port = 0;
    this.session = '';
    /** @type {any} */
    this.options = undefined;
    /** @type {any} */
    this.proxy = undefined;
    /** @type {any} */
    this.driver = undefined;
    this.tail = Promise.resolve();
  }

  /** @returns {Promise<any>} undefined if the browser did not answer in time */
  async begin(wishes, patience) {
    const ready = until(() => send(this.port, 'GET', '/status').then(() => true), { what: 'WebKitWebDriver', timeout: patience, detail: () => this.driver.tail() });
    const answer = ready.then(() => send(this.port, 'POST', '/session', wishes));
    try {
      const begun = await Promise.race([answer, delay(patience)]);
      if (begun) return begun;
    } catch (error) {
      await this.end();
      throw error;
    }
    answer.catch(() => {});
    await this.end();
    return undefined;
  }

  async end() {
    await this.driver.stop();
    removeFolder(this.home);
  }

  async page() {
    if (!this.pages.size) {
      const [handle] = await this.call('GET', `${this.session}/window/handles`);
      return this.adopt(handle);
    }
    const { handle } = await this.call('POST', `${this.session}/window/new`, { type: 'tab' });
    return this.adopt(handle);
  }

  async adopt(handle) {
    const page = new WebKitPage(this, handle);
    this.pages.set(handle, page);
    page.reported = this.proxy.log.length;
    await page.resize(this.options.width, this.options.height);
    return page;
  }

  async opened(act) {
    await act();
    const handle = await until(async () => (await this.call('GET', `${this.session}/window/handles`)).find((one) => !this.pages.has(one)), { what: 'a new tab' });
    return this.adopt(handle);
  }

  /** Sends one command, to a window if one is given; the driver accepts only one at a time. */
  call(method, path, body, handle = '') {
    const turn = this.tail.then(async () => {
      if (handle && handle !== this.current) await send(this.port, 'POST', `${this.session}/window`, { handle });
      this.current = handle || this.current;
      return send(this.port, method, path, method === 'POST' ? body ?? {} : undefined);
    }).catch((error) => {
      throw crashed.test(error.message) ? new Gone(`WebKit's page crashed, or its browser ended: ${error.message}`) : error;
    });
    this.tail = turn.catch(() => {});
    return turn;
  }

  async close() {
    await Promise.race([this.call('DELETE', this.session).catch(() => {}), delay(3000)]);
    await this.end();
  }
}

function send(port, method, path, body) {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const out = request({ host: '127.0.0.1', port, method, path, headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } }, (answer) => {
      let got = '';
      answer.setEncoding('utf8').on('data', (part) => { got += part; }).on('end', () => {
        try {
          const { value } = JSON.parse(got);
          if ((answer.statusCode ?? 500) < 400) resolve(value);
          else reject(new Error(`${method} ${path.replace(/^\/session\/[^/]*/, '')}: ${value?.error}: ${value?.message}`));
        } catch {
          reject(new Error(`${method} ${path}: ${answer.statusCode} ${got.slice(0, 200)}`));
        }
      });
    });
    out.setTimeout(90_000, () => out.destroy(new Error(`${method} ${path}: no answer in time`)));
    out.on('error', reject);
    out.end(text);
  });
}

// WebDriver's names of keys that write nothing (WebDriver, section 17.4.2).
const keys = {
  Backspace: '\uE003', Tab: '\uE004', Enter: '\uE007', Shift: '\uE008', Control: '\uE009', Alt: '\uE00A', Escape: '\uE00C', Space: ' ', PageUp: '\uE00E', PageDown: '\uE00F',
  End: '\uE010', Home: '\uE011', ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015', Insert: '\uE016', Delete: '\uE017', F2: '\uE032', Meta: '\uE03D',
};

const pointer = (actions) => ({ actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] });

class WebKitPage extends Page {
  constructor(profile, handle) {
    super();
    this.name = 'webkit';
    this.profile = profile;
    this.handle = handle;
  }

  /** Adds the requests that reached the proxy; all of them are foreign. */
  foreign() { return this.profile.proxy.log.slice(this.reported ?? 0); }

  call(method, path, body) { return this.profile.call(method, this.profile.session + path, body, this.handle); }

  async goto(url, { wait = 'load' } = {}) {
    if (this.inside) await this.enter();
    await this.drain();
    if (wait === 'load') await this.call('POST', '/url', { url });
    else await this.eval((to) => { setTimeout(() => { location.href = to; }); }, url);
    await this.noteForeign();
  }
  /** Adds the collected messages to the console lines and the faults. */
  note(seen) {
    for (const { kind, text } of seen) {
      this.console.push(`${kind}: ${text}`);
      if (kind === 'error') this.faults.push({ kind: 'console', text });
      if (kind === 'uncaught' || kind === 'policy') this.faults.push({ kind, text });
    }
  }
  async noteForeign() {
    for (const url of this.foreign()) this.faults.push({ kind: 'foreign', text: url });
    this.reported = this.profile.proxy.log.length;
  }
  /** Fetches the messages of the page before it is closed. */
  async drain() { await this.eval(() => true).catch(() => {}); }
  async reload() { await this.enter(); await this.drain(); await this.call('POST', '/refresh'); }
  async back() { await this.call('POST', '/back'); }
  async run(source, args) {
    const answer = await this.call('POST', '/execute/async', {
      script: `const done = arguments[arguments.length - 1]; const given = JSON.parse(arguments[0]);
        ${collector}; const answer = (more) => done(JSON.stringify({ ...more, seen: window.__seen.splice(0) }));
        Promise.resolve().then(() => (${source})(...given)).then((value) => answer({ value }), (error) => answer({ error: String(error) + ' ' + (error?.stack ?? '') }));`,
      args: [JSON.stringify(args)],
    });
    await this.noteForeign();
    const { value, error, seen = [] } = JSON.parse(answer ?? '{}');
    this.note(seen);
    if (error) throw new Error(error);
    return value ?? undefined;
  }
  /** Moves the pointer. Inside a frame, too, WebKit's driver counts from the corner of the whole page. */
  async move(left, top, { steps = 1, pause = 0 } = {}) {
    const { x, y } = this.inside ? { x: left + this.inside.x, y: top + this.inside.y } : { x: left, y: top };
    const from = this.at ?? { x, y };
    const actions = [];
    for (let step = 1; step <= steps; step++) {
      actions.push({ type: 'pointerMove', duration: 0, origin: 'viewport', x: Math.round(from.x + (x - from.x) * step / steps), y: Math.round(from.y + (y - from.y) * step / steps) });
      if (pause) actions.push({ type: 'pause', duration: pause });
    }
    this.at = { x, y };
    await this.call('POST', '/actions', pointer(actions));
  }
  async down() { await this.call('POST', '/actions', pointer([{ type: 'pointerDown', button: 0 }])); }
  async up() { await this.call('POST', '/actions', pointer([{ type: 'pointerUp', button: 0 }])); }
  async type(text) {
    const actions = [...text].flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]);
    await this.call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }
  async press(chord) {
    const names = chord === '+' ? ['+'] : chord.split('+');
    const values = names.map((name) => keys[name] ?? name);
    const actions = [...values.map((value) => ({ type: 'keyDown', value })), ...values.reverse().map((value) => ({ type: 'keyUp', value }))];
    await this.call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }
  /** Resizes the page. The window is larger than the page by its bar, so the page is measured first. */
  async resize(width, height) {
    let outer = { width, height: height + 80 };
    for (let tries = 0; tries < 4; tries++) {
      await this.call('POST', '/window/rect', { x: 0, y: 0, ...outer });
      await delay(100);
      const inner = await this.eval(() => ({ width: innerWidth, height: innerHeight }));
      if (inner.width === width && inner.height === height) return;
      outer = { width: outer.width + width - inner.width, height: outer.height + height - inner.height };
    }
  }
  /** Takes a screenshot, which waits until the page is painted; so a pixel of it changes meanwhile. */
  async picture() {
    await this.eval(() => {
      const pixel = document.body.appendChild(document.createElement('i'));
      Object.assign(pixel.style, { position: 'fixed', left: '0', top: '0', width: '1px', height: '1px', opacity: '0.01' });
      let turns = 0;
      const timer = setInterval(() => {
        pixel.style.background = turns % 2 ? '#000' : '#fff';
        if (++turns > 40) {
          clearInterval(timer);
          pixel.remove();
        }
      }, 50);
    });
    return Buffer.from(await this.call('GET', '/screenshot'), 'base64');
  }
  async enter(selector) {
    if (!selector && !this.inside) return;
    this.inside = undefined;
    await this.call('POST', '/frame', { id: null });
    if (!selector) return;
    const { x, y } = await this.box(selector);
    const element = await this.call('POST', '/element', { using: 'css selector', value: selector });
    await this.call('POST', '/frame', { id: element });
    this.inside = { x: Math.round(x), y: Math.round(y) };
  }
  async close() {
    await this.call('DELETE', '/window');
    this.profile.pages.delete(this.handle);
    this.profile.current = '-';
  }
}
