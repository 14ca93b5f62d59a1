// @ts-check
// Charts: draws the Vega-Lite specifications that app/chart makes. Vega is
// loaded when the first chart is drawn; what stands in the host until then (the
// plain drawing of app/chart) stays in the document, hidden, so that whoever
// owns the host may replace it.
//
//   gridbox.chart.draw(host, spec)   Promise of true, or of false when a later
//                                    call overtook this one
//     spec   an object or JSON text: one specification, or {light, dark}, of
//            which the page's theme chooses, now and whenever it changes
//   gridbox.chart.svg(host)          Promise of the chart as SVG text
//   gridbox.chart.png(host, scale)   Promise of the chart as a Blob
//   gridbox.chart.spec(host)         the specification as indented JSON text
//   gridbox.chart.clear(host)        back to what stood there
//
// Exports take the light variant: they go onto paper and into slides. A failure
// rejects the promise and leaves the plain drawing in sight.

/** @typedef {Record<string, any>} Spec */
/** @typedef {{light: Spec, dark: Spec}} Pair */
/** @typedef {{pair: Pair, turn: number, view: import("./chart/vega.js").Drawn | null, stop: () => void}} Chart */

/** @type {WeakMap<HTMLElement, Chart>} */
const charts = new WeakMap();

const load = () => import("./chart/vega.js");

/** Whether the page is dark now: its own choice, or else the system's. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/**
 * @param {Spec | Pair | string} spec
 * @returns {Pair}
 */
function pairOf(spec) {
  const s = typeof spec === "string" ? JSON.parse(spec) : spec;
  return s.light && s.dark ? /** @type {Pair} */ (s) : { light: s, dark: s };
}

/**
 * @param {HTMLElement} host
 * @param {Spec | Pair | string} spec
 */
export async function draw(host, spec) {
  const chart = charts.get(host) || watch(host);
  chart.pair = pairOf(spec);
  return redraw(host, chart);
}

/**
 * @param {HTMLElement} host
 * @param {Chart} chart
 */
async function redraw(host, chart) {
  const turn = ++chart.turn;
  const { show } = await load();
  if (turn !== chart.turn) return false;
  const view = await show(host, isDark() ? chart.pair.dark : chart.pair.light);
  if (turn !== chart.turn) {
    view.remove();
    return false;
  }
  chart.view?.remove();
  chart.view = view;
  keepHeight(host);
  view.reveal();
  host.classList.add("gb-drawn");
  return true;
}

/**
 * The plain drawing is hidden now; what stands below it must not move.
 * @param {HTMLElement} host
 */
function keepHeight(host) {
  const plain = host.querySelector(":scope > .gb-chart");
  if (plain && plain.clientHeight > 0) host.style.setProperty("min-height", `${plain.clientHeight}px`);
}

/**
 * Follows the theme and the width of the host.
 * @param {HTMLElement} host
 * @returns {Chart}
 */
function watch(host) {
  let dark = isDark();
  const again = () => {
    if (isDark() === dark) return;
    dark = isDark();
    redraw(host, chart).catch(() => clear(host));
  };
  const media = matchMedia("(prefers-color-scheme: dark)");
  media.addEventListener("change", again);
  const theme = new MutationObserver(again);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  const size = new ResizeObserver(() => chart.view?.resize(host.clientWidth));
  size.observe(host);
  /** @type {Chart} */
  const chart = {
    pair: { light: {}, dark: {} }, turn: 0, view: null,
    stop() {
      media.removeEventListener("change", again);
      theme.disconnect();
      size.disconnect();
    },
  };
  host.classList.add("gb-plot");
  charts.set(host, chart);
  return chart;
}

/** @param {HTMLElement} host */
export function clear(host) {
  const chart = charts.get(host);
  if (!chart) return;
  chart.turn++;
  chart.stop();
  chart.view?.remove();
  charts.delete(host);
  host.classList.remove("gb-drawn");
  host.style.removeProperty("min-height");
}

/** @param {HTMLElement} host */
function known(host) {
  const chart = charts.get(host);
  if (!chart) throw new Error("no chart has been drawn here");
  return chart;
}

/** @param {HTMLElement} host */
export async function svg(host) {
  const { pair } = known(host);
  return (await load()).toSVG(pair.light, host.clientWidth);
}

/**
 * @param {HTMLElement} host
 * @param {number} [scale] pixels of the image for one of the page, 2 by default
 */
export async function png(host, scale) {
  const { pair } = known(host);
  return (await load()).toPNG(pair.light, host.clientWidth, scale || 2);
}

/**
 * A chart as files, without a host.
 * @param {Spec} spec
 * @param {number} width
 */
export async function ofSpec(spec, width) {
  const { toSVG, toPNG } = await load();
  return { svg: () => toSVG(spec, width), png: () => toPNG(spec, width, 2) };
}

/** @param {HTMLElement} host */
export function spec(host) {
  return JSON.stringify(known(host).pair.light, null, 2) + "\n";
}

/** @type {any} */ (globalThis).gridbox = Object.assign(/** @type {any} */ (globalThis).gridbox || {}, { chart: { draw, svg, png, spec, clear } });
