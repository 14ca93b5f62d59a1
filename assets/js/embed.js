// @ts-check
// Optional script for authors: the element <gridbox-figure>, and frames that
// grow with their figure. The address of this file says where the site is, so
// the same two lines work from any host and under any prefix.
//
// <gridbox-figure> and its attributes are public surface: site/docs/embedding.md
// describes them, and a test holds both together.

(function () {
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  if (!script?.src) {
    console.error("Gridbox: load embed.js by a <script src> element, not as a module");
    return;
  }
  const site = new URL(".", script.src);

  /** What an attribute of the element becomes in the frame's address. */
  const parameters = ["preset", "seed", "url", "heading", "caption", "algorithm", "job", "beside", "steps", "controls", "show", "theme", "start"];

  class GridboxFigure extends HTMLElement {
    static observedAttributes = ["scenario", "height", ...parameters];

    /** @type {HTMLIFrameElement | null} */
    frame = null;

    connectedCallback() {
      this.draw();
    }

    disconnectedCallback() {
      this.frame?.remove();
      this.frame = null;
    }

    /**
     * @param {string} name
     * @param {string | null} before
     * @param {string | null} after
     */
    attributeChangedCallback(name, before, after) {
      if (!this.frame || before === after) return;
      if (name === "height") size(this.frame, Number(after));
      else if (name === "theme") this.frame.contentWindow?.postMessage({ gridbox: "theme", theme: after }, site.origin);
      else this.draw();
    }

    /** Puts a new frame in the place of the old one, or of what the author wrote inside. */
    draw() {
      const frame = document.createElement("iframe");
      frame.src = this.address();
      frame.title = this.getAttribute("heading") || "Gridbox figure";
      frame.loading = "lazy";
      frame.referrerPolicy = "no-referrer";
      frame.style.setProperty("display", "block");
      frame.style.setProperty("width", "100%");
      frame.style.setProperty("border", "0");
      size(frame, Number(this.getAttribute("height")) || 520);
      this.style.setProperty("display", "block");
      this.replaceChildren(frame);
      this.frame = frame;
    }

    /** The frame's address. A preset has a page of its own, drawn beforehand. */
    address() {
      const scenario = this.getAttribute("scenario")?.replace(/^#/, "") ?? "";
      const address = new URL("figure/", site);
      for (const name of parameters) {
        const value = this.getAttribute(name);
        if (value !== null && !(scenario && (name === "preset" || name === "url"))) address.searchParams.set(name, value);
      }
      const preset = address.searchParams.get("preset");
      if (preset && /^[a-z0-9-]+$/.test(preset)) {
        address.searchParams.delete("preset");
        address.pathname += preset + "/";
      }
      address.hash = scenario;
      return address.href;
    }
  }

  /**
   * @param {HTMLIFrameElement} frame
   * @param {number} px
   */
  function size(frame, px) {
    if (px >= 80 && px <= 4000) frame.style.setProperty("height", px + "px");
  }

  // A height is believed only from a frame that shows a page of this site; the
  // author can keep a frame as it is with fixed on the element or data-fixed on
  // the frame.
  window.addEventListener("message", (event) => {
    if (event.origin !== site.origin || event.data?.gridbox !== "height") return;
    for (const frame of document.querySelectorAll("iframe")) {
      if (frame.contentWindow === event.source && !frame.matches("[data-fixed], [fixed] > *")) size(frame, Number(event.data.px));
    }
  });

  if (!customElements.get("gridbox-figure")) customElements.define("gridbox-figure", GridboxFigure);
})();
