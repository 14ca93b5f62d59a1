// Chromium and Firefox, driven by puppeteer-core.

import { createRequire } from 'node:module';
import { adoptGroup, removeFolder, temporaryFolder, until } from './processes.mjs';
import { need } from './programs.mjs';
import { deadProxy } from './server.mjs';
import { Page } from './page.mjs';

// The library is installed with the other browser libraries, next to their lockfile.
const require = createRequire(new URL('../../../assets/package.json', import.meta.url));

function library() {
  try {
    return require('puppeteer-core');
  } catch (error) {
    throw new Error(`puppeteer-core is not installed; run npm ci in assets (${error})`);
  }
}

// Without the pages that draw the popup of the address bar, two in every window, which take as much time as the
// tests.
const chromiumArgs = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync', '--disable-dev-shm-usage', '--disable-default-apps', '--no-default-browser-check', '--force-color-profile=srgb',
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,WebUIOmniboxPopup,WebUIOmniboxAimPopup', '--hide-scrollbars',
];

// Firefox sends no requests of its own at its start.
const quietFirefox = {
  'app.normandy.enabled': false, 'browser.safebrowsing.malware.enabled': false, 'browser.safebrowsing.phishing.enabled': false,
  'browser.search.update': false, 'captivedetect.canonicalURL': '', 'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false, 'datareporting.healthreport.uploadEnabled': false, 'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.server': '', 'services.settings.server': 'data:,', 'extensions.getAddons.cache.enabled': false,
  'browser.newtabpage.activity-stream.feeds.system.topstories': false, 'browser.region.network.url': '', 'dom.push.connection.enabled': false,
  'network.prefetch-next': false, 'network.dns.disablePrefetch': true, 'network.predictor.enabled': false,
};

/**
 * @param {'chromium'|'firefox'} name
 * @param {import('./browser.mjs').Options} whole
 */
export async function openPuppeteer(name, whole) {
  const proxy = await deadProxy();
  const profile = temporaryFolder(name);
  const puppeteer = library().default ?? library();
  const common = {
    userDataDir: profile,
    defaultViewport: { width: whole.width, height: whole.height },
    timeout: 60_000, protocolTimeout: 120_000,
    handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false,
    env: { ...process.env, HOME: profile, XDG_CONFIG_HOME: profile, XDG_CACHE_HOME: profile, MOZ_REMOTE_SETTINGS_DEVTOOLS: '1' },
  };
  const browser = name === 'chromium'
    ? await puppeteer.launch({
      ...common, executablePath: need('chromium'), headless: true,
      args: [...chromiumArgs, ...(whole.optimizing ? [] : ['--js-flags=--liftoff-only --wasm-lazy-validation']), `--proxy-server=127.0.0.1:${proxy.port}`],
    })
    : await puppeteer.launch({
      ...common, browser: 'firefox', executablePath: need('firefox'), headless: true,
      extraPrefsFirefox: {
        ...quietFirefox, 'javascript.options.wasm_optimizingjit': whole.optimizing,
        'network.proxy.type': 1, 'network.proxy.http': '127.0.0.1', 'network.proxy.http_port': proxy.port,
        'network.proxy.ssl': '127.0.0.1', 'network.proxy.ssl_port': proxy.port, 'network.proxy.no_proxies_on': 'localhost, 127.0.0.1',
        'layout.css.prefers-color-scheme.content-override': whole.scheme === 'dark' ? 0 : 1,
        'ui.prefersReducedMotion': whole.motion === 'reduce' ? 1 : 0,
      },
    });
  const kill = adoptGroup(browser.process()?.pid);
  const close = async () => {
    await Promise.race([browser.close().catch(() => {}), new Promise((resolve) => { setTimeout(resolve, 4000).unref(); })]);
    kill();
    await proxy.close();
    removeFolder(profile);
  };
  /** Opens an empty profile, whose pages share storage; own has the options that can be set for each page. */
  const fresh = async (own = {}) => {
    const options = { ...whole, ...own };
    const context = await browser.createBrowserContext();
    return {
      async page() {
        const page = new PuppeteerPage(name, await context.newPage(), options);
        await page.prepare();
        return page;
      },
      /** Returns the page that a click opened. */
      async opened(act) {
        const known = new Set(await context.pages());
        await act();
        const fresh = await until(async () => (await context.pages()).find((page) => !known.has(page)), { what: 'a new page to open' });
        // A page behind another one is not drawn, and its timers are slowed.
        await fresh.bringToFront();
        const page = new PuppeteerPage(name, fresh, options);
        await page.prepare();
        return page;
      },
      close: () => context.close(),
    };
  };
  return { name, close, fresh, alive: () => browser.connected };
}

const partings = /NS_BINDING_ABORTED|ServiceWorker intercepted the request|Error in input stream|JSHandle@error/;
const modifiers = { Control: 'Control', Shift: 'Shift', Alt: 'Alt', Meta: 'Meta' };

class PuppeteerPage extends Page {
  /** @param {string} name @param {any} page @param {import('./browser.mjs').Options} options */
  constructor(name, page, options) {
    super();
    this.name = name;
    this.page = page;
    this.frame = page;
    this.options = options;
    /** @type {{fault: import('./page.mjs').Fault, at: number}[]} */
    this.partings = [];
  }

  /**
   * Firefox reports requests that were interrupted because the page was left; no page can avoid that. Any other
   * fault counts, also at that moment.
   */
  fault(kind, text) {
    const parting = this.name === 'firefox' && partings.test(text);
    if (parting && this.leaving) return;
    const fault = { kind, text };
    this.faults.push(fault);
    if (parting) this.partings.push({ fault, at: Date.now() });
  }

  /** Handles that the page was left by a link, a form or a script of its own. */
  parted() {
    for (const { fault, at } of this.partings) {
      if (Date.now() - at < 2000) this.faults.splice(0, this.faults.length, ...this.faults.filter((other) => other !== fault));
    }
    this.partings = [];
    this.leaving = true;
    setTimeout(() => { this.leaving = false; }, 1000).unref();
  }

  /** Runs an action that leaves the page. */
  async leave(act) {
    this.frame = this.page;
    this.leaving = true;
    await act();
    // Messages of the former page arrive a moment later.
    setTimeout(() => { this.leaving = false; }, 1000).unref();
  }

  async prepare() {
    const { page, options } = this;
    page.on('console', (message) => {
      const text = `${message.type()}: ${message.text()}`;
      this.console.push(text);
      if (message.type() === 'error' || message.type() === 'assert') this.fault(/^error: csp /.test(text) ? 'policy' : 'console', `${text} ${message.location()?.url ?? ''}`);
    });
    page.on('framenavigated', (frame) => { if (frame === page.mainFrame()) this.parted(); });
    page.on('pageerror', (error) => this.fault('uncaught', String(error?.stack ?? error)));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (/^(https?|wss?):$/.test(url.protocol) && url.hostname !== '127.0.0.1') this.faults.push({ kind: 'foreign', text: request.url() });
    });
    if (!options.keeping) await page.evaluateOnNewDocument(() => { Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'); });
    await page.evaluateOnNewDocument(() => {
      addEventListener('securitypolicyviolation', (event) => console.error(`csp ${event.effectiveDirective} blocked ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber} ${event.sample}`));
    });
    if (this.name === 'chromium') await this.prefer(options.scheme);
  }

  /** Sets the preferred scheme; Firefox gets it at its start. @param {'light'|'dark'} scheme */
  async prefer(scheme) {
    await this.page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: this.options.motion === 'reduce' ? 'reduce' : 'no-preference' },
    ]);
  }

  async goto(url, { wait = 'load', timeout = 60_000 } = {}) {
    await this.leave(async () => {
      if (wait === 'load') await this.page.goto(url, { waitUntil: 'load', timeout });
      else await this.page.evaluate((to) => { location.href = to; }, url);
    });
  }

  async reload() { await this.leave(() => this.page.reload({ waitUntil: 'load' })); }
  async back() { await this.leave(() => this.page.goBack({ waitUntil: 'load' })); }
  async run(source, args) {
    // Both browsers accept the text of a function.
    return this.frame.evaluate(`(${source})(...${JSON.stringify(args)})`);
  }
  async move(x, y, { steps = 1, pause = 0 } = {}) {
    const from = this.at ?? { x, y };
    for (let step = 1; step <= steps; step++) {
      await this.page.mouse.move(from.x + (x - from.x) * step / steps, from.y + (y - from.y) * step / steps);
      if (pause) await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
    this.at = { x, y };
  }
  async down() { await this.page.mouse.down(); }
  async up() { await this.page.mouse.up(); }
  async type(text) { await this.page.keyboard.type(text); }
  async press(chord) {
    const keys = chord === '+' ? ['+'] : chord.split('+');
    const last = keys.pop();
    for (const key of keys) await this.page.keyboard.down(modifiers[key]);
    await this.page.keyboard.press(keys.includes('Shift') && last.length === 1 ? last.toUpperCase() : last === 'Space' ? ' ' : last);
    for (const key of keys.reverse()) await this.page.keyboard.up(modifiers[key]);
  }
  async resize(width, height) { await this.page.setViewport({ width, height }); }
  async picture() { return Buffer.from(await this.page.screenshot({ type: 'png' })); }
  async enter(selector) {
    this.frame = this.page;
    if (!selector) return;
    const handle = await this.page.waitForSelector(selector);
    this.frame = await handle.contentFrame();
    const { x, y } = await this.page.evaluate((which) => document.querySelector(which).getBoundingClientRect().toJSON(), selector);
    this.offset = { x, y };
  }
  async pointIn(place, at) {
    const point = await super.pointIn(place, at);
    if (this.frame === this.page) return point;
    return { x: point.x + this.offset.x, y: point.y + this.offset.y };
  }
  async printed() { return this.name === 'chromium' || this.name === 'firefox' ? Buffer.from(await this.page.pdf()) : undefined; }
  async close() { await this.page.close(); }
}
