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
  const parameters = ["preset", "seed", "url", "heading", "caption", "algorithm", "job", "beside", "steps", "controls", "show", "expect", "theme", "start"];

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

    /** Puts a new frame in the place of the old one, or of what the author wrote inside. */
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

    /** Tells the figure its theme, which the page or its author has changed. */
    shade() {
      const theme = this.theme() ?? "system";
      if (theme !== this.sentTheme) this.frame?.contentWindow?.postMessage({ gridbox: "theme", theme }, site.origin);
      this.sentTheme = theme;
    }

    /** The theme to send: "page" becomes the theme of the page here. */
    theme() {
      const named = this.getAttribute("theme");
      return named === "page" ? (dark(this) ? "dark" : "light") : named;
    }

    /** The height that is reserved for a figure until it sends its own. */
    reserved() {
      return tall(this.getAttribute("height") ?? "", this.clientWidth) || 520;
    }

    /** The frame's address. A preset has a page of its own, drawn beforehand. */
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

  /** One point, which turns any colour that a style sheet can name into numbers. */
  const point = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

  /**
   * Whether the background of an element is dark: the first opaque colour, or else the default of browsers.
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

  /** Has all figures follow the page, from the first one on: its switch changes an attribute, and its colours may take a moment. */
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
   * The height at a width: "742" at any, "320:1180 452:1040 680:742" along the
   * lines between the places that are named, and beyond them as between the last two.
   * @param {string} text
   * @param {number} width
   * @returns {number} 0 or no number where the text is none
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
   * What may be empty below a figure, so that nothing on the page moves for a text that takes a line or two less than was
   * reckoned, nor for the short ones that stand there while it is solved.
   */
  const spare = 120;

  // A height is believed only from a frame that shows a page of this site; the
  // author can keep a frame as it is with fixed on the element or data-fixed on
  // the frame.
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
