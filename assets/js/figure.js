// @ts-check
// Starts the figure in its frame and provides services of the browser to Go:
//
//   height messages  {gridbox: "height", px} to the page around the frame
//   theme messages   {gridbox: "theme", theme} from the page around the frame
//   picks            a click, Enter or Space on a mark of the picture becomes
//                    the event "gbpick" on the document, detail {kind, id}
//   arrow keys       move the focus between the marks of the picture, to the
//                    nearest one in the direction of the arrow
//
// Go finds its addresses in the element #gridbox-config.

import { delegatePicture } from "./figure/picks.js";
import { showFailure } from "./figure/failure.js";
import { compileOnce, loadProgram } from "./program.js";
import { loadTexts } from "./texts.js";

/** @typedef {{base?: string, figure: string, worker: string, workerScript: string}} Config */

const config = /** @type {Config} */ (JSON.parse(document.getElementById("gridbox-config")?.textContent || "{}"));

/** The figure's root; vugu keeps the element, so it is looked up once. */
const figure = /** @type {HTMLElement} */ (document.getElementById("figure"));

tellHeight();
followTheme();
delegatePicture();
window.addEventListener("hashchange", () => location.reload());
const used = amongOthers();
whenWanted(() => whenSeen(() => {
  used();
  void boot();
}));

/** Sends the height that the figure needs to the page around the frame. */
function tellHeight() {
  if (window.parent === window) return;
  let last = 0;
  new ResizeObserver(() => {
    // Before its scenario is read a figure is empty, or shows the still of another one: its page would shrink and
    // grow again.
    const { phase } = figure.dataset, { still, dead } = document.documentElement.dataset;
    if (dead === undefined && (phase === "loading" || phase === "still" && !still)) return;
    const px = Math.ceil(figure.getBoundingClientRect().bottom + window.scrollY);
    if (px === last) return;
    last = px;
    window.parent.postMessage({ gridbox: "height", px }, "*");
  }).observe(figure);
}

/** Applies the theme that the page around the frame sends; other messages are ignored. */
function followTheme() {
  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || event.data?.gridbox !== "theme") return;
    const theme = event.data.theme;
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  });
}

/**
 * Starts a figure in a frame when it becomes visible, so that figures further down the
 * page cost nothing.
 * @param {() => void} start
 */
function whenSeen(start) {
  if (window.parent === window) {
    start();
    return;
  }
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    start();
  }, { rootMargin: "200px" });
  seen.observe(figure);
}

/**
 * Limits the figures with workers, among all pages of the site's origin, to the two that were used last. The others
 * are pictures, and start workers again when they are used.
 * @returns {() => void} to be called when this one is used
 */
function amongOthers() {
  const own = String(Math.random());
  /** @type {BroadcastChannel | undefined} */
  let channel;
  try {
    channel = new BroadcastChannel("gridbox:figures");
  } catch {
    return () => {}; // a sandbox without an origin has no other frames
  }
  /** @type {Set<string>} */
  const since = new Set();
  channel.addEventListener("message", (event) => {
    since.add(String(event.data));
    if (since.size >= 2) document.dispatchEvent(new Event("gbrest"));
  });
  const announce = () => {
    since.clear();
    channel?.postMessage(own);
  };
  for (const name of ["input", "click"]) document.addEventListener(name, announce, { passive: true });
  return announce;
}

/**
 * Starts immediately or, with ?start=touch, when a reader first points at the figure or tabs into it; until then the
 * page loads no WebAssembly. Only a figure with a still can wait.
 * @param {() => void} start
 */
function whenWanted(start) {
  const wait = new URLSearchParams(location.search).get("start") === "touch";
  if (!wait || !document.documentElement.dataset.still) {
    start();
    return;
  }
  const events = ["pointerenter", "pointerdown", "focusin", "keydown"];
  const once = () => {
    for (const name of events) document.documentElement.removeEventListener(name, once);
    start();
  };
  for (const name of events) document.documentElement.addEventListener(name, once, { passive: true });
}

/** Fetches, compiles and runs figure.wasm; a failure is shown. */
async function boot() {
  try {
    if (typeof WebAssembly !== "object") throw new Error("this browser runs no WebAssembly");
    compileOnce(config.worker).catch(() => {}); // the workers need it as soon as Go runs, and report a failure
    const texts = loadTexts(config.base ?? "");
    const go = new Go();
    let code = 0;
    const exit = go.exit;
    go.exit = (status) => {
      code = status;
      exit.call(go, status);
    };
    const { instance } = await loadProgram(config.figure, go.importObject, config.workerScript);
    const loaded = await texts;
    if (loaded.language) Object.assign(window, { gridboxTexts: loaded }); // see useLanguage in app/figure
    await go.run(instance);
    throw new Error("the figure's program ended" + (code ? " with status " + code : ""));
  } catch (error) {
    // If the page is being left, its loads are interrupted, and it ends a moment later.
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    console.error(error);
    showFailure(error instanceof Error ? error.message : String(error));
  }
}
