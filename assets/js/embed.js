// @ts-check
// Optional script for authors: the element <gridbox-figure>, and frames that
// grow with their figure. The address of this file is the address of the site, so
// the same two lines work from any host and under any prefix.
//
// <gridbox-figure> and its attributes are public surface: site/docs/embedding.md
// describes them, and a test compares both.

(function () {
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript);
  if (!script?.src) {
    console.error("Gridbox: load embed.js by a <script src> element, not as a module");
    return;
  }
  const site = new URL(".", script.src);

  /** The attributes that become parameters of the frame's address. */
  const parameters = ["preset", "seed", "url", "heading", "caption", "algorithm", "job", "beside", "steps", "controls", "show", "expect", "theme", "lang", "start"];

  class GridboxFigure extends HTMLElement {
    static observedAttributes = ["scenario", "height", ...parameters];

    /** @type {HTMLIFrameElement | null} */
    frame = null;

    /** The theme that was sent to the frame. */
    sentTheme = "";

    connectedCallback() {
      this.draw();
      watch();
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
      if (name === "height") size(this.frame, this.reserved());
      else if (name === "theme") this.shade();
      else this.draw();
    }

    /** Replaces the old frame, or the author's content, by a new frame. */
    draw() {
      const frame = document.createElement("iframe");
      this.sentTheme = this.theme() ?? "system";
      frame.src = this.address();
      frame.title = this.getAttribute("heading") || "Gridbox figure";
      frame.loading = "lazy";
      frame.referrerPolicy = "no-referrer";
      frame.style.setProperty("display", "block");
      frame.style.setProperty("width", "100%");
      frame.style.setProperty("border", "0");
      this.style.setProperty("display", "block");
      size(frame, this.reserved());
      this.replaceChildren(frame);
      this.frame = frame;
    }

    /** Sends the figure its theme after the page or its author has changed it. */
    shade() {
      const theme = this.theme() ?? "system";
      if (theme !== this.sentTheme) this.frame?.contentWindow?.postMessage({ gridbox: "theme", theme }, site.origin);
      this.sentTheme = theme;
    }

    /** Returns the theme to send: "page" becomes the theme of this page. */
    theme() {
      const named = this.getAttribute("theme");
      return named === "page" ? (dark(this) ? "dark" : "light") : named;
    }

    /** Returns the height that is reserved for a figure until it sends its own. */
    reserved() {
      return tall(this.getAttribute("height") ?? "", this.clientWidth) || 520;
    }

    /** Returns the frame's address. A preset has a page of its own, drawn beforehand. */
    address() {
      const scenario = this.getAttribute("scenario")?.replace(/^#/, "") ?? "";
      const address = new URL("figure/", site);
      for (const name of parameters) {
        const value = name === "theme" ? this.theme() : this.getAttribute(name);
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

  /** A canvas of one pixel, which converts any colour of a style sheet to numbers. */
  const point = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

  /**
   * Reports whether the background of an element is dark: the first opaque colour, or else the default of browsers.
   * @param {Element} element
   */
  function dark(element) {
    for (let at = /** @type {Element | null} */ (element); at && point; at = at.parentElement) {
      point.clearRect(0, 0, 1, 1);
      point.fillStyle = getComputedStyle(at).backgroundColor;
      point.fillRect(0, 0, 1, 1);
      const [red, green, blue, covers] = point.getImageData(0, 0, 1, 1).data;
      if (covers > 127) return 2 * red + 5 * green + blue < 8 * 128;
    }
    const scheme = getComputedStyle(document.documentElement).colorScheme;
    return scheme.includes("dark") && (!scheme.includes("light") || preference.matches);
  }

  const preference = matchMedia("(prefers-color-scheme: dark)");
  let watched = false;

  /** Makes all figures follow the theme of the page: its switch changes an attribute, and its colours may change with
   * a delay. */
  function watch() {
    if (watched) return;
    watched = true;
    const look = () => {
      for (const figure of document.querySelectorAll("gridbox-figure[theme=page]")) if (figure instanceof GridboxFigure) figure.shade();
    };
    const observer = new MutationObserver(look);
    for (const root of [document.documentElement, document.body]) observer.observe(root, { attributes: true });
    document.addEventListener("transitionend", look);
    preference.addEventListener("change", look);
  }

  /**
   * Returns the height at a width. "742" is the height at any width, "320:1180 452:1040 680:742" is interpolated
   * between the given widths, and extrapolated from the last two.
   * @param {string} text
   * @param {number} width
   * @returns {number} 0 or NaN if the text has no height
   */
  function tall(text, width) {
    const places = text.trim().split(/\s+/).map((place) => place.split(":").map(Number));
    if (places.length < 2 || !width) return places[0].at(-1) ?? 0;
    let at = places.findIndex(([wide]) => wide >= width);
    if (at < 0) at = places.length - 1;
    const [from, low] = places[Math.max(at, 1) - 1], [to, high] = places[Math.max(at, 1)];
    return Math.ceil(low + (high - low) * (width - from) / (to - from));
  }

  /**
   * @param {HTMLIFrameElement} frame
   * @param {number} px
   */
  function size(frame, px) {
    if (px >= 80 && px <= 4000) frame.style.setProperty("height", px + "px");
  }

  /**
   * The empty space allowed below a figure in pixels, so that nothing on the page moves if a text takes a line or
   * two less than estimated, or for the short texts while it is solved.
   */
  const spare = 120;

  // A height is accepted only from a frame that shows a page of this site. The author can fix a frame's height by
  // fixed on the element or data-fixed on the frame.
  window.addEventListener("message", (event) => {
    if (event.origin !== site.origin || event.data?.gridbox !== "height") return;
    for (const frame of document.querySelectorAll("iframe")) {
      if (frame.contentWindow !== event.source || frame.matches("[data-fixed], [fixed] > *")) continue;
      const px = Number(event.data.px), kept = frame.parentElement instanceof GridboxFigure ? frame.parentElement.reserved() : px;
      size(frame, kept - px > 0 && kept - px <= spare ? kept : px);
    }
  });

  if (!customElements.get("gridbox-figure")) customElements.define("gridbox-figure", GridboxFigure);
})();
