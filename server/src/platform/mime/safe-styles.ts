// Styles are read with our own few lines: what is not known by name and shape is left out. No value can hold a backslash, a quote with a
// bracket, an address or an @-rule, and nothing here moves an element out of its place.

const LENGTH = "[\\d.]{1,8}(?:px|pt|em|rem|%|ex|ch|cm|mm|in|vw)?";
const COLOUR = "#[0-9a-f]{3,8}|[a-z]{3,30}|rgba?\\([\\d ,.%/]{3,40}\\)|hsla?\\([\\d ,.%/deg]{3,40}\\)";
const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`, "i");

const colour = whole(COLOUR);
const length = whole(LENGTH);
const lengths = whole(`(?:${LENGTH}|auto)(?: (?:${LENGTH}|auto)){0,3}`);
const word = whole("[a-z-]{1,30}");
const line = whole(`(?:${LENGTH}|${COLOUR}|[a-z]{3,10})(?: (?:${LENGTH}|${COLOUR}|[a-z]{3,10})){0,3}`);
const sides = (name: string, end = "") => ["top", "right", "bottom", "left"].map((side) => `${name}-${side}${end}`);

const SHAPES: readonly (readonly [names: string[], shape: RegExp])[] = [
  [["color", "background-color", "border-color", ...sides("border", "-color")], colour],
  // One colour is a background; an image is not.
  [["background"], colour],
  [["font-size", "width", "max-width", "min-width", "height", "max-height", "text-indent", "letter-spacing"], length],
  [["line-height"], whole(`${LENGTH}|normal`)],
  [["font-weight"], whole("[1-9]00|bold|bolder|lighter|normal")],
  [["font-style", "font-variant", "text-align", "text-transform", "white-space", "word-break", "overflow-wrap", "word-wrap"], word],
  [["border-collapse", "list-style-type", "direction", "float", "clear", "border-style", "table-layout"], word],
  [["text-decoration", "text-decoration-line"], whole("[a-z-]{1,20}(?: [a-z-]{1,20}){0,2}")],
  [["vertical-align"], whole(`${LENGTH}|[a-z-]{1,20}`)],
  [["font-family"], /^[\p{L}\d\s,"'_-]{1,200}$/u],
  [["margin", ...sides("margin"), "padding", ...sides("padding"), "border-spacing", "border-radius", "border-width"], lengths],
  [["border", ...sides("border")], line],
  [sides("border", "-width"), length],
  [sides("border", "-style"), word],
  [["display"], whole("none|inline|block|inline-block|list-item|table|table-row|table-cell|table-row-group|table-header-group")],
];
const SHAPE_OF = new Map(SHAPES.flatMap(([names, shape]) => names.map((name) => [name, shape] as const)));

const MAX_STYLE = 4_000;
const MAX_DECLARATIONS = 60;

/** The declarations of a style attribute that change how text looks and nothing else. */
export function safeStyle(style: string): string {
  const kept: string[] = [];
  for (const declaration of style.slice(0, MAX_STYLE).split(";", MAX_DECLARATIONS)) {
    const colon = declaration.indexOf(":");
    const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, "")
      .replaceAll(/\s+/g, " ")
      .trim();
    if (SHAPE_OF.get(name)?.test(value)) kept.push(`${name}:${value}`);
  }
  return kept.join(";");
}
