// Collects the console output, uncaught errors and refused requests of a page in window.__seen, for browsers whose
// driver does not report them. WebKit's driver has no such list, and MiniBrowser prints no console of the private
// sessions that automation uses. The Front inserts the source into pages. In pages of a service worker's cache, the
// first command that runs in them inserts it.

function collect() {
  if (window.__seen) return;
  const seen = window.__seen = [];
  const keep = (kind, ...parts) => seen.push({ kind, text: parts.map((part) => part?.stack ? `${part} ${part.stack}` : String(part)).join(' ') });
  for (const kind of ['log', 'info', 'debug', 'warn', 'error', 'assert']) {
    const plain = console[kind];
    console[kind] = (...parts) => {
      if (kind !== 'assert') keep(kind, ...parts);
      else if (!parts[0]) keep('error', 'assertion failed', ...parts.slice(1));
      plain.apply(console, parts);
    };
  }
  addEventListener('error', (event) => {
    if (event.target instanceof Element) keep('error', `could not load ${event.target.src ?? event.target.href}`);
    else keep('uncaught', event.message, event.filename, event.lineno, event.error?.stack ?? '');
  }, true);
  addEventListener('unhandledrejection', (event) => keep('uncaught', 'unhandled', event.reason));
  addEventListener('securitypolicyviolation', (event) => keep('policy', `csp ${event.effectiveDirective} blocked ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber} ${event.sample}`));
}

export const collector = `(${collect})()`;
