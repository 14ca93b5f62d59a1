// @ts-check
// The tip shows the title of a mark: next to the pointer after a moment, or
// immediately next to a mark that got the focus by the keyboard.

const patience = 350; // ms

export class Tip {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.box = document.createElement("div");
    this.box.className = "gb-tip";
    this.box.hidden = true;
    this.box.setAttribute("aria-hidden", "true"); // the mark has the same label
    host.append(this.box);
    /** @type {SVGElement | null} */
    this.mark = null;
    this.timer = 0;
  }

  /**
   * Handles a pointer over a mark, or over none.
   * @param {SVGElement | null} mark
   * @param {number} x
   * @param {number} y
   */
  over(mark, x, y) {
    if (mark === this.mark) return;
    this.hide();
    this.mark = mark;
    if (!mark) return;
    mark.classList.add("gb-hover");
    this.timer = window.setTimeout(() => this.show(mark, x, y), patience);
  }

  /** @param {SVGElement} mark */
  at(mark) {
    this.hide();
    this.mark = mark;
    const r = mark.getBoundingClientRect();
    this.show(mark, r.left + r.width / 2, r.bottom);
  }

  /**
   * @param {SVGElement} mark
   * @param {number} x
   * @param {number} y
   */
  show(mark, x, y) {
    const label = mark.getAttribute("aria-label");
    if (!label || !mark.isConnected) return;
    if (!this.box.isConnected) this.host.append(this.box);
    this.box.textContent = label;
    this.box.hidden = false;
    const host = this.host.getBoundingClientRect();
    const left = Math.max(4, Math.min(x - host.left + 12, host.width - this.box.offsetWidth - 4));
    let top = y - host.top + 16;
    if (top + this.box.offsetHeight > host.height) top = y - host.top - this.box.offsetHeight - 12;
    this.box.style.setProperty("transform", `translate(${Math.round(left)}px,${Math.round(Math.max(2, top))}px)`);
  }

  shown() {
    return !this.box.hidden;
  }

  hide() {
    clearTimeout(this.timer);
    this.mark?.classList.remove("gb-hover");
    this.mark = null;
    this.box.hidden = true;
  }

  remove() {
    this.hide();
    this.box.remove();
  }
}
