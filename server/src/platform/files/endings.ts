import { ANY_TYPE } from "./clean-name.ts";

// What the ending of a name promises, and what to say when the bytes are something else.

const OFFICE = "application/vnd.openxmlformats-officedocument";
const TEXT = ["text/plain"];
const MARKUP = ["text/html", "application/xml", "image/svg+xml", "text/plain"];
// Also what is locked with a password, and what says what it is further down than the first bytes.
const OLD_OFFICE = "application/x-ole-storage";
const MOVIE = ["video/mp4", "video/quicktime", "audio/mp4"];

/** Types that a name with this ending may have. Of an ending that is not here nothing is said. */
const PROMISES: Readonly<Record<string, readonly string[]>> = {
  pdf: ["application/pdf"],
  png: ["image/png"],
  jpg: ["image/jpeg"],
  jpeg: ["image/jpeg"],
  gif: ["image/gif"],
  webp: ["image/webp"],
  bmp: ["image/bmp"],
  tif: ["image/tiff"],
  tiff: ["image/tiff"],
  heic: ["image/heic"],
  avif: ["image/avif"],
  docx: [`${OFFICE}.wordprocessingml.document`, OLD_OFFICE],
  xlsx: [`${OFFICE}.spreadsheetml.sheet`, OLD_OFFICE],
  pptx: [`${OFFICE}.presentationml.presentation`, OLD_OFFICE],
  odt: ["application/vnd.oasis.opendocument.text"],
  ods: ["application/vnd.oasis.opendocument.spreadsheet"],
  odp: ["application/vnd.oasis.opendocument.presentation"],
  // Word and Excel have long saved RTF, web pages and tables of text under these names.
  doc: ["application/msword", OLD_OFFICE, "application/rtf", "text/html"],
  xls: ["application/vnd.ms-excel", OLD_OFFICE, "text/html", "text/plain", "application/xml"],
  ppt: ["application/vnd.ms-powerpoint", OLD_OFFICE],
  msg: [OLD_OFFICE],
  rtf: ["application/rtf"],
  zip: ["application/zip"],
  gz: ["application/gzip"],
  "7z": ["application/x-7z-compressed"],
  rar: ["application/vnd.rar"],
  mp3: ["audio/mpeg"],
  ogg: ["audio/ogg"],
  wav: ["audio/wav"],
  mp4: MOVIE,
  m4a: MOVIE,
  mov: MOVIE,
  webm: ["video/webm"],
  txt: TEXT,
  csv: TEXT,
  tsv: TEXT,
  md: TEXT,
  log: TEXT,
  json: TEXT,
  ics: TEXT,
  vcf: TEXT,
  eml: TEXT,
  xml: MARKUP,
  html: MARKUP,
  htm: MARKUP,
  svg: MARKUP,
};

/** Texts are told apart by their ending only. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv",
  ics: "text/calendar",
  json: "application/json",
  md: "text/markdown",
  vcf: "text/vcard",
  eml: "message/rfc822",
};

const WORDS: Readonly<Record<string, string>> = {
  "application/pdf": "a PDF document",
  "application/x-msdownload": "a Windows program",
  "application/x-executable": "a Linux program",
  "text/html": "a web page",
  "image/svg+xml": "an SVG drawing",
  "application/xml": "XML",
  "text/plain": "plain text",
  [OLD_OFFICE]: "of an older Office program",
  "application/zip": "a ZIP file",
  [ANY_TYPE]: "of a type that Kith does not know",
};

const GROUPS: Readonly<Record<string, (kind: string) => string>> = {
  image: (kind) => `a ${kind} picture`,
  audio: () => "a sound",
  video: () => "a film",
};

const endingOf = (name: string) => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? "";

/** The type to show: what the bytes are and, for texts, which text the name says. */
export const shownType = (name: string, found: string) => (found === "text/plain" ? (TEXT_TYPES[endingOf(name)] ?? found) : found);

/** What is wrong with a name whose ending promises something else than the bytes are; null if nothing is. */
export function misnamed(name: string, found: string): string | null {
  const ending = endingOf(name);
  const promised = PROMISES[ending];
  if (!promised || promised.includes(found)) return null;
  const [group = "", kind = ""] = found.split("/");
  const words = WORDS[found] ?? GROUPS[group]?.(kind.toUpperCase()) ?? `of the type ${found}`;
  return `The name ends in .${ending}, but the file is ${words}.`;
}
