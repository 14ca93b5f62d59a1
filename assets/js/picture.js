// @ts-check
// Gestures on the pictures that core/draw and core/kind/<kind>/draw write. The adapter keeps no
// document: it reports gestures, the page redraws the svg, and the
// adapter restores its state in the new one (zoom, focus and a running drag).
//
//   const p = gridbox.picture.attach(host, {editable, tool, dataset, wheel})
//     host      the element that holds the svg somewhere inside it; give it a size
//     editable  whether marks can be moved, connected, deleted (default true)
//     tool      "select" | "several" | "add" | "connect" | "replica"
//     dataset   the dataset that the replica tool puts on a clicked cluster
//     wheel     "always" | "ctrl": whether the wheel alone zooms (default always)
//   p.set({tool: "connect"})   changes options
//   p.zoomBy(f)  p.fit()  p.actual()   zoom about the middle, to fit, 100 %
//   p.focus(kind, id)          gives a mark the focus
//   p.update()                 after a redraw; happens by itself, too
//   p.detach()
//   gridbox.picture.keys       [{keys, does}] for a sheet of shortcuts
//
// A dataset dragged here from elsewhere on the page is put on the cluster that
// it is dropped on: set its id as "application/x-gridbox-dataset" at dragstart.
//
// Reports are CustomEvents "gbact" on the host; detail is one of
//   {act: "select", kind, id, more}        kind "" is nothing; more: Shift was held.
//                                          Links add a, b; replicas dataset, cluster;
//                                          a merged cell of a timeline from, to
//   {act: "select", items: [{kind, id}], more}   a frame was drawn
//   {act: "move", by, moves: [{id, x, y}]} unit square; by is "pointer" or "key"
//   {act: "add", x, y}    {act: "connect", kind, a, b}   kind: the kind of the joined marks
//   {act: "time", by, id, node, start, end}  busy time, new where id is ""
//   {act: "delete", kind, id, ...}    {act: "rename", kind, id}
//   {act: "replica", dataset, cluster, from?}   from: copied by dragging its tag
//   {act: "regroup", id, group}     a node was carried to a group, "" to none
//   {act: "focus", kind, id}    {act: "tool", tool}    {act: "zoom", k}
//   {act: "size", width, height, exact}    the host's pixels, for TopologyView.Width;
//                                          exact: rows want just as many
//   {act: "span", from, to}         the part of the axis of time to show, 0 and 0 for all
//   {act: "say", text}              the prompt of a keyboard mode
import { fitOf, freeSpot, fromUnit, slack, toUnit, toUser } from "./picture/geometry.js";
import { all, centres, find, joined, markAt, refOf } from "./picture/marks.js";
import { keys, onKey } from "./picture/keys.js";
import { carriedOver, dropped } from "./picture/drop.js";
import { Frame, frames, LongPress } from "./picture/frame.js";
import { touch } from "./picture/patch.js";
import { press } from "./picture/pointer.js";
import { hasSpan, isRows, onEnd, shareAt, showSpan, wheelOnRows } from "./picture/rows.js";
import { pressSpan, SpanPress } from "./picture/span.js";
import { Tip } from "./picture/tip.js";
import { View } from "./picture/view.js";

/** @typedef {{editable?: boolean, tool?: string, dataset?: string, wheel?: string}} Options */
/** @typedef {import("./picture/geometry.js").Place} Place */

/** @type {WeakMap<HTMLElement, Picture>} */
const attached = new WeakMap();

export class Picture {
  /**
   * @param {HTMLElement} host
   * @param {Options} options
   */
  constructor(host, options) {
    this.host = host;
    /** @type {Options} */
    this.options = { editable: true, tool: "select", dataset: "", wheel: "always" };
    this.svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (null));
    /** @type {SVGGElement | null} */
    this.world = null;
    this.mode = ""; // "move", "stretch" or "connect", entered by keyboard or by a click
    this.home = ""; // the cluster that L and R go through
    this.held = { kind: "", id: "" }; // what has the focus
    /** @type {import("./picture/pointer.js").Press | import("./picture/rows.js").RowPress | Frame | SpanPress | null} */
    this.press = null;
    this.quiet = false; // a drag has just ended: its click means nothing
    /** @type {{target: Element, kind: string, id: string, pointer: number, x: number, y: number} | null} */
    this.under = null; // what was pressed last: a mark, or with kind "" the ground
    this.tip = new Tip(host);
    this.stop = new AbortController();
    this.long = new LongPress(this);
    host.classList.add("gb-host");
    this.view = new View(this);
    this.listen();
    this.set(options);
    this.observer = new MutationObserver(() => this.update());
    this.observer.observe(host, { childList: true, subtree: true });
    this.sizes = new ResizeObserver(() => requestAnimationFrame(() => this.resized())); // what it changes may be sizes
    this.sizes.observe(host);
    this.update();
  }

  listen() {
    const on = (/** @type {string} */ type, /** @type {(e: any) => void} */ f) =>
      this.host.addEventListener(type, f, { signal: this.stop.signal });
    on("pointerdown", (e) => this.pressed(e));
    on("pointermove", (e) => {
      this.long.moved(e);
      if (this.press) this.press.move(e);
      else this.hover(e);
    });
    on("pointerup", (e) => this.released(e, true));
    on("pointercancel", (e) => this.released(e, false));
    on("pointerleave", () => this.hideTip());
    on("click", (e) => this.clicked(e));
    on("dblclick", (e) => this.rename(e));
    on("keydown", (e) => onKey(this, e));
    on("focusin", (e) => this.focused(e));
    on("focusout", () => this.hideTip());
    // A click elsewhere leaves the picture: a later redraw must not take the focus back.
    this.host.ownerDocument.addEventListener("pointerdown", (e) => {
      if (!(e.target instanceof Node && this.host.contains(e.target))) this.held = { kind: "", id: "" };
    }, { signal: this.stop.signal, capture: true });
    on("wheel", (e) => this.svg && hasSpan(this.svg) && wheelOnRows(this, e));
    on("dragover", (e) => carriedOver(this, e));
    on("drop", (e) => dropped(this, e));
    on("gbmended", () => {
      this.hideTip();
      if (this.lost()) this.refocus();
    });
  }

  /** @param {Options} options */
  set(options) {
    const tool = this.options.tool;
    Object.assign(this.options, options || {});
    for (const t of ["select", "several", "add", "connect", "replica"]) this.host.classList.toggle("gb-tool-" + t, this.options.tool === t);
    if (this.options.tool !== tool && this.mode) this.enter("", "");
  }

  /** @param {Record<string, any>} detail */
  report(detail) {
    this.host.dispatchEvent(new CustomEvent("gbact", { bubbles: true, detail }));
  }

  isTopology() {
    return this.svg.classList.contains("gb-topology");
  }

  /** Fields of nodes, which are carried from one to another. */
  isPools() {
    return this.svg.classList.contains("gb-pools");
  }

  /** Whether the picture names the marks that can be joined. */
  joins() {
    return !!this.options.editable && this.svg.dataset.joins !== undefined;
  }

  /** Finds the svg of now and gives it the zoom, the focus and a running drag. */
  update() {
    const svg = /** @type {SVGSVGElement | null} */ (this.host.querySelector("svg.gb-picture:not(.gb-lift)"));
    if (!svg || svg === this.svg) return;
    const lost = this.lost();
    const other = !this.svg || isRows(svg) !== isRows(this.svg);
    this.svg = svg;
    this.world = svg.querySelector(".gb-world");
    this.host.classList.toggle("gb-gestures", this.isTopology() || this.isPools() || this.joins());
    this.hideTip();
    this.view.commit();
    if (lost) this.refocus();
    this.press?.again();
    if (this.mode === "connect" && !find(svg, joined(svg), this.home)) this.enter("", "");
    this.aimAt(null);
    if (other) this.resized();
  }

  /** Whether the mark that had the focus has gone from the page with it. */
  lost() {
    const active = document.activeElement;
    return this.held.kind !== "" && (!active || active === document.body || !!active.closest(".gb-lift"));
  }

  refocus() {
    this.focusOn(find(this.svg, this.held.kind, this.held.id) || all(this.svg).find((m) => m.tabIndex === 0));
  }

  resized() {
    this.view.commit();
    if (!this.svg || !this.host.matches(".canvas")) return; // other pictures, such as those of a comparison, have a fixed size
    this.report({ act: "size", width: this.host.clientWidth, height: this.host.clientHeight, exact: isRows(this.svg) });
  }

  /** Zooms about the selection, so that it stays visible, or about the middle. @param {number} factor */
  zoomBy(factor) {
    const mark = this.svg.querySelector(".gb-sel")?.getBoundingClientRect();
    if (hasSpan(this.svg)) return showSpan(this, factor, mark ? shareAt(this.svg, mark.left + mark.width / 2) : 0.5);
    this.view.by(factor, mark);
  }

  fit() {
    if (hasSpan(this.svg)) return showSpan(this, 0);
    this.view.fit();
  }

  actual() {
    this.view.actual();
  }

  /**
   * From the pixels of an event to units of the picture.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Place}
   */
  userAt(clientX, clientY) {
    const r = this.host.getBoundingClientRect();
    return toUser({ x: clientX - r.left - this.host.clientLeft, y: clientY - r.top - this.host.clientTop }, fitOf(this.svg, this.host), this.view.z);
  }

  /**
   * The nearest place that the document can hold.
   * @param {Place} user
   */
  inside(user) {
    return fromUnit(this.svg, toUnit(this.svg, user));
  }

  // Pointer

  /** @param {PointerEvent} e */
  pressed(e) {
    this.quiet = false;
    const target = e.button === 0 && e.isPrimary && e.target instanceof Element && this.svg?.contains(e.target) ? e.target : null;
    const mark = target && this.hit(e);
    this.under = target && { target: mark ?? target, kind: mark?.dataset.kind ?? "", id: mark?.dataset.id ?? "", pointer: e.pointerId, x: e.clientX, y: e.clientY };
    touch(this.svg);
    this.long.began(e);
    if (this.press instanceof SpanPress) return this.press.join(e);
    if (this.press) return this.dropPress(); // a second finger: they pinch
    this.press = frames(this, e) ? new Frame(this, e) : press(this, e) ?? pressSpan(this, e);
  }

  /**
   * @param {PointerEvent} e
   * @param {boolean} keep
   */
  released(e, keep) {
    this.long.ended();
    const was = this.press;
    if (was instanceof SpanPress && was.fingers.size > 1) return was.leave(e.pointerId);
    if (was && was.id === e.pointerId) {
      this.press = null;
      this.quiet = was.live;
      was.end(keep);
    }
    if (keep && !this.quiet) this.afresh(e);
  }

  /**
   * A picture may be drawn anew between press and release. Browsers send no click to it then, but the person has
   * clicked what was there. @param {PointerEvent} e
   */
  afresh(e) {
    const { under } = this;
    if (!under || under.pointer !== e.pointerId || under.target.isConnected || Math.hypot(e.clientX - under.x, e.clientY - under.y) >= slack) return;
    const mark = under.kind ? find(this.svg, under.kind, under.id) : null;
    if (under.kind && !mark) return;
    this.quiet = true; // where a browser sends a click, it is of what holds both pictures
    this.click(mark, e);
  }

  /** @param {MouseEvent} e */
  clicked(e) {
    if (this.quiet || !this.svg || !(e.target instanceof Element) || !this.svg.contains(e.target)) return;
    this.click(this.hit(e), e);
  }

  /** The mark that an event in the picture is of, or null for its ground. @param {MouseEvent} e */
  hit(e) {
    return markAt(e.target, this.svg, this.isTopology() ? this.userAt(e.clientX, e.clientY) : null, 6 / this.view.z.k);
  }

  /**
   * @param {SVGElement | null} mark null for the ground
   * @param {MouseEvent} e
   */
  click(mark, e) {
    if (mark) return this.activate(mark, e.shiftKey);
    if (this.options.tool === "add" && this.options.editable) return this.report({ act: "add", ...toUnit(this.svg, this.userAt(e.clientX, e.clientY)) });
    this.report({ act: "select", kind: "", id: "", more: false });
  }

  /**
   * What a click or Enter on a mark does.
   * @param {SVGElement} mark
   * @param {boolean} more
   */
  activate(mark, more) {
    const id = mark.dataset.id || "";
    const cluster = mark.dataset.kind === "cluster" && this.options.editable;
    const kind = joined(this.svg), end = mark.dataset.kind === kind && this.options.editable;
    if (end && this.mode === "connect") {
      const a = this.home;
      if (a === id) return this.enter("", "");
      this.enter("", "");
      return this.report({ act: "connect", kind, a, b: id });
    }
    if (end && this.options.tool === "connect") return this.enter("connect", id);
    if (cluster && this.options.tool === "replica" && this.options.dataset) {
      return this.report({ act: "replica", dataset: this.options.dataset, cluster: id });
    }
    if (this.mode === "move" || this.mode === "stretch") return this.enter("", "");
    this.report({ act: "select", ...refOf(mark), more });
  }

  /** @param {MouseEvent} e */
  rename(e) {
    const mark = markAt(e.target, this.svg, null, 0);
    const named = mark?.dataset.kind === "cluster" || this.isPools() || this.joins() && mark?.dataset.kind !== "bundle";
    if (mark && named && this.options.editable) this.report({ act: "rename", ...refOf(mark) });
  }

  /** @param {PointerEvent} e */
  hover(e) {
    if (e.pointerType === "touch" || !this.svg) return;
    const inside = e.target instanceof Element && this.svg.contains(e.target);
    const user = inside && this.svg.classList.contains("gb-many") ? this.userAt(e.clientX, e.clientY) : null;
    const mark = inside ? markAt(e.target, this.svg, user, 5 / this.view.z.k) : null;
    this.host.classList.toggle("gb-end", !!this.options.editable && onEnd(mark, e.clientX));
    this.tip.over(mark, e.clientX, e.clientY);
  }

  hideTip() {
    this.tip.hide();
  }

  /** @param {SVGElement | null} mark */
  aimAt(mark) {
    for (const el of this.host.querySelectorAll(".gb-aim")) if (el !== mark) el.classList.remove("gb-aim");
    mark?.classList.add("gb-aim");
    if (!mark && this.mode === "connect") find(this.svg, joined(this.svg), this.home)?.classList.add("gb-aim");
  }

  // Focus and modes

  /** @param {FocusEvent} e */
  focused(e) {
    const mark = /** @type {SVGElement | null} */ (e.target instanceof Element ? e.target.closest("[data-kind]") : null);
    if (!mark || !this.svg.contains(mark)) return;
    if (mark.getAttribute("tabindex") !== "0") touch(this.svg); // another one is the stop of the Tab key now
    for (const el of this.svg.querySelectorAll('[tabindex="0"]')) if (el !== mark) el.setAttribute("tabindex", "-1");
    mark.setAttribute("tabindex", "0");
    const ref = { kind: mark.dataset.kind || "", id: mark.dataset.id || "" };
    if (ref.kind === joined(this.svg) && this.mode === "") this.home = ref.id;
    const news = ref.kind !== this.held.kind || ref.id !== this.held.id;
    this.held = ref; // before the event: Go may redraw immediately and restores the focus to this mark
    if (news) this.report({ act: "focus", ...ref });
    if (mark.matches(":focus-visible")) this.tip.at(mark);
  }

  /** @param {SVGElement | undefined} mark */
  focusOn(mark) {
    mark?.focus({ preventScroll: true });
  }

  /**
   * @param {string} kind
   * @param {string} id
   */
  focus(kind, id) {
    const mark = find(this.svg, kind, id);
    if (mark) this.focusOn(mark);
    return !!mark;
  }

  /**
   * @param {string} mode
   * @param {string} cluster
   */
  enter(mode, cluster) {
    touch(this.svg);
    this.mode = mode;
    if (cluster) this.home = cluster;
    this.aimAt(null);
    if (mode === "connect") this.report({ act: "say", text: `Connecting ${cluster}: choose the other ${joined(this.svg)} and press Enter, or Escape to stop.` });
    if (mode === "move") this.report({ act: "say", text: `Moving ${cluster} with the arrow keys; Enter or Escape ends.` });
    if (mode === "stretch") this.report({ act: "say", text: "The arrow keys move the end, with Shift the start; Enter or Escape ends." });
  }

  /** Ends a drag as if it had not been. */
  dropPress() {
    const was = this.press;
    this.press = null;
    this.quiet = true;
    was?.end(false);
  }

  /** @returns {boolean} */
  escape() {
    if (this.press) this.dropPress();
    else if (this.mode) this.enter("", "");
    else if (this.tip.shown()) this.hideTip();
    else if (this.options.tool !== "select") this.report({ act: "tool", tool: "select" });
    else this.report({ act: "select", kind: "", id: "", more: false });
    return true;
  }

  /** Adds a cluster at the free place nearest to the middle of the view. */
  addInTheMiddle() {
    const r = this.host.getBoundingClientRect();
    const middle = this.userAt(r.left + r.width / 2, r.top + r.height / 2);
    const spot = freeSpot(middle, [...centres(this.svg).values()], (q) => this.inside(q));
    this.report({ act: "add", ...toUnit(this.svg, spot) });
  }

  detach() {
    this.stop.abort();
    this.observer.disconnect();
    this.sizes.disconnect();
    this.view.stop();
    this.tip.remove();
    attached.delete(this.host);
  }
}

/**
 * Starts gestures on a host, or returns its existing ones.
 * @param {HTMLElement} host
 * @param {Options} [options]
 */
export function attach(host, options) {
  const had = attached.get(host);
  if (had) {
    had.set(options || {});
    had.update();
    return had;
  }
  const p = new Picture(host, options || {});
  attached.set(host, p);
  return p;
}

export { keys };

/** @type {any} */ (globalThis).gridbox = Object.assign(/** @type {any} */ (globalThis).gridbox || {}, { picture: { attach, keys } });
