// @ts-check
// Charts. The host contains a static drawing of core/draw/chart, which shows the same
// as the Vega-Lite specification that comes with it. Vega is loaded when a user
// touches a chart, to describe the point under the pointer, and when a chart is
// exported. The static drawing stays in the document, hidden, so that the owner of
// the host can replace it.
//
//   offer(host, spec)   registers the static chart in the host
//     spec   JSON text of {light, dark}; the page's theme chooses one, also
//            after a change
//   svg(host)           Promise of the chart as SVG text
//   png(host, scale)    Promise of the chart as a Blob
//   clear(host)         restores the former content
//   ofSpec(spec, width) a chart as files, without a host
//
// Exports use the light variant, because they go onto paper and slides. If Vega cannot be loaded, the static drawing
// stays visible.

/** @typedef {Record<string, any>} Spec */
/** @typedef {{spec: string, turn: number, view: import("./chart/vega.js").Drawn | null, stop: () => void}} Chart */

/** @type {WeakMap<HTMLElement, Chart>} */
const charts = new WeakMap();

/** Milliseconds that a chart under the pointer must not have changed: Vega must not slow down the user. */
const rest = 350;

const load = () => import("./chart/vega.js");

/** Reports whether the page is dark now, by its own setting or else by the system's. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/**
 * @param {HTMLElement} host
 * @param {string} spec
 */
export function offer(host, spec) {
  if (charts.get(host)?.spec === spec) return;
  clear(host);
  watch(host, spec);
}

/**
 * @param {HTMLElement} host
 * @param {Chart} chart
 */
async function draw(host, chart) {
  const turn = ++chart.turn;
  try {
    const { show } = await load();
    if (turn !== chart.turn) return;
    const high = Number(host.dataset.high); // set if room is scarce; exports have their own height
    const spec = JSON.parse(chart.spec)[isDark() ? "dark" : "light"];
    const view = await show(host, high ? { ...spec, height: high } : spec);
    if (turn !== chart.turn) return void view.remove();
    chart.view?.remove();
    chart.view = view;
    keepHeight(host);
    view.reveal();
    host.classList.add("gb-drawn");
  } catch (error) {
    console.warn("The chart stays as it was drawn plainly:", error);
  }
}

/**
 * Keeps the host's height while the static drawing is hidden, so that the parts below do not move.
 * @param {HTMLElement} host
 */
function keepHeight(host) {
  const plain = host.querySelector(":scope > .gb-chart");
  if (plain && plain.clientHeight > 0) host.style.setProperty("min-height", `${plain.clientHeight}px`);
}

/**
 * Waits for a touch, then follows the theme and the width of the host.
 * @param {HTMLElement} host
 * @param {string} spec
 */
function watch(host, spec) {
  const over = new AbortController();
  const touched = () => { if (!chart.view) draw(host, chart); };
  const { signal } = over;
  for (const touch of ["pointerenter", "pointerdown", "focusin"]) host.addEventListener(touch, touched, { signal });
  const timer = setTimeout(() => { if (host.matches(":hover, :focus-within")) touched(); }, rest);
  let dark = isDark();
  const again = () => {
    if (isDark() === dark) return;
    dark = isDark();
    if (chart.view) draw(host, chart);
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again, { signal });
  const theme = new MutationObserver(again);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  const size = new ResizeObserver(() => requestAnimationFrame(() => chart.view?.resize(host.clientWidth)));
  size.observe(host);
  /** @type {Chart} */
  const chart = {
    spec, turn: 0, view: null,
    stop() {
      over.abort();
      clearTimeout(timer);
      theme.disconnect();
      size.disconnect();
    },
  };
  host.classList.add("gb-plot");
  charts.set(host, chart);
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

/** Returns the specification of a chart on paper. @param {HTMLElement} host @returns {Spec} */
function onPaper(host) {
  const chart = charts.get(host);
  if (!chart) throw new Error("there is no chart here");
  return JSON.parse(chart.spec).light;
}

/** @param {HTMLElement} host */
export async function svg(host) {
  return (await load()).toSVG(onPaper(host), host.clientWidth);
}

/**
 * @param {HTMLElement} host
 * @param {number} scale pixels of the image for one of the page
 */
export async function png(host, scale) {
  return (await load()).toPNG(onPaper(host), host.clientWidth, scale);
}

/**
 * Returns a chart as files, without a host.
 * @param {Spec} spec
 * @param {number} width
 */
export async function ofSpec(spec, width) {
  const { toSVG, toPNG } = await load();
  return { svg: () => toSVG(spec, width), png: () => toPNG(spec, width, 2) };
}
