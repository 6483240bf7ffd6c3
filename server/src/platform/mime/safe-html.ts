import sanitizeHtml from "sanitize-html";
import { safeStyle } from "./safe-styles.ts";

const MAX_HTML = 1_500_000;
/** The parser looks through all tags that are open for each that opens, so half a million of them take minutes. */
const MAX_TAGS = 50_000;
const MAX_DEPTH = 150;

const TAGS =
  "a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby s samp section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr".split(
    " ",
  );
/** What stands inside these is no text of the writer: scripts, styles, titles, and foreign languages such as SVG. */
const SILENT =
  "script style title textarea option select noscript noembed noframes xmp iframe plaintext svg math template object embed applet audio video canvas head".split(
    " ",
  );

/** Attributes whose value is checked by its shape. Every other attribute is left out, save the ones that `linked` and `pictured` write. */
const WORD = /^[a-z-]{1,20}$/i;
const SIZE = /^\d{1,4}(?:\.\d{1,3})?(?:px|%)?$/;
const COLOUR = /^#?[a-z0-9]{3,30}$/i;
const ATTRIBUTES: Record<string, RegExp> = {
  align: WORD,
  valign: WORD,
  dir: /^(?:ltr|rtl|auto)$/i,
  type: WORD,
  lang: /^[a-z0-9-]{1,20}$/i,
  width: SIZE,
  height: SIZE,
  border: SIZE,
  cellpadding: SIZE,
  cellspacing: SIZE,
  hspace: SIZE,
  vspace: SIZE,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,3}$/,
  start: /^-?\d{1,6}$/,
  size: /^[+-]?\d{1,2}$/,
  bgcolor: COLOUR,
  color: COLOUR,
  face: /^[\p{L}\d\s,"'_-]{1,200}$/u,
  alt: /^[^\0]{0,500}$/,
  title: /^[^\0]{0,500}$/,
};
const WRITTEN = ["style", "href", "target", "rel", "src", "data-src"];

type Attributes = Record<string, string>;

/**
 * HTML from outside with nothing left that runs, loads, covers or leaves: our own list of tags, attributes and styles. Pictures from the web
 * are kept as an address in `data-src` and load only when somebody asks; pictures of the mail itself keep their "cid:".
 */
export function safeHtml(html: string): string {
  return sanitizeHtml(cutHtml(html).toWellFormed(), {
    allowedTags: TAGS,
    allowedAttributes: { "*": [...Object.keys(ATTRIBUTES), ...WRITTEN] },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesByTag: { img: ["cid"] },
    allowProtocolRelative: false,
    disallowedTagsMode: "discard",
    nonTextTags: SILENT,
    nestingLimit: MAX_DEPTH,
    // Styles are read by safe-styles.ts, several times faster than by a style sheet parser for every attribute.
    parseStyleAttributes: false,
    transformTags: { "*": (tagName, attributes) => ({ tagName, attribs: safeAttributes(tagName, attributes) }) },
  });
}

/** As much of the HTML as is read: no letter is longer, and the original keeps the rest. */
export function cutHtml(html: string): string {
  let end = -1;
  for (let tags = 0; tags <= MAX_TAGS; tags++) {
    end = html.indexOf("<", end + 1);
    if (end === -1) break;
  }
  return html.slice(0, Math.min(end === -1 ? html.length : end, MAX_HTML));
}

function safeAttributes(tag: string, given: Attributes): Attributes {
  const kept: Attributes = {};
  for (const [name, value] of Object.entries(given))
    if (Object.hasOwn(ATTRIBUTES, name) && ATTRIBUTES[name]?.test(value)) kept[name] = value;
  const style = safeStyle(given["style"] ?? "");
  if (style !== "") kept["style"] = style;
  if (tag === "a") return { ...kept, ...linked(given["href"]) };
  if (tag === "img") return { ...kept, ...pictured(given["src"] ?? given["data-src"]) };
  return kept;
}

const MAX_URL = 4_000;
const LINKS = new Set(["http:", "https:", "mailto:", "tel:"]);

/** Only whole addresses: a relative one would lead into our own pages. */
function linked(href: string | undefined): Attributes {
  const url = readUrl(href);
  return url && LINKS.has(url.protocol) ? { href: url.href, target: "_blank", rel: "noopener noreferrer nofollow" } : {};
}

function pictured(src: string | undefined): Attributes {
  const content = /^\s*cid:([^\s"'<>]{1,250})\s*$/i.exec(src ?? "")?.[1];
  if (content !== undefined) return { src: `cid:${content}` };
  const url = readUrl(src);
  return url && (url.protocol === "https:" || url.protocol === "http:") ? { "data-src": url.href } : {};
}

const readUrl = (text: string | undefined) => (text === undefined || text.length > MAX_URL ? null : URL.parse(text.trim()));
