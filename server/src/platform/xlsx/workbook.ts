import { type NumberStyle, styleOf, unescapeText } from "./cell-values.ts";
import { readXml } from "./xml.ts";
import { type ByteSource, damaged, readDirectory, readEntry, badWorkbook, type ZipEntry } from "./zip.ts";

const MAX_PART_BYTES = 16_777_216; // of the small parts: the list of sheets, the styles
const MAX_STRINGS_BYTES = 268_435_456;
const MAX_STRINGS_LENGTH = 33_554_432; // kept in memory while a sheet is read
const MAX_STRINGS = 1_000_000; // each costs memory, however short it is
const MAX_SHEETS = 200;
const MAX_STYLES = 100_000;

export interface Sheet {
  name: string;
  isHidden: boolean;
  path: string;
}

export interface Workbook {
  source: ByteSource;
  entries: Map<string, ZipEntry>;
  sheets: Sheet[];
  isFrom1904: boolean;
  /** What holds the texts and the styles of cells; not every workbook has them. */
  stringsPath: string | undefined;
  stylesPath: string | undefined;
}

/** Opens a workbook (.xlsx, ECMA-376): reads which sheets it has, and no cells. */
export async function openWorkbook(source: ByteSource): Promise<Workbook> {
  const entries = await readDirectory(source);
  const main = (await readLinks(source, entries, "_rels/.rels", "")).find((link) => link.type.endsWith("/officeDocument"))?.path;
  if (!main || !entries.has(main))
    throw badWorkbook("This is not an Excel workbook. Save the sheet as .xlsx or as CSV (UTF-8) and try again.");
  const folder = main.slice(0, main.lastIndexOf("/") + 1);
  const links = await readLinks(source, entries, `${folder}_rels/${main.slice(folder.length)}.rels`, folder);
  const sheets: Sheet[] = [];
  let isFrom1904 = false;
  await readPart(source, entries, main, (name, attributes) => {
    if (name === "workbookPr") isFrom1904 = ["1", "true"].includes(attributes.get("date1904") ?? "");
    const link = name === "sheet" ? links.find((one) => one.id === attributes.get("id")) : undefined;
    // Charts have a sheet of their own, without cells.
    if (link?.type.endsWith("/worksheet") && sheets.length < MAX_SHEETS)
      sheets.push({
        name: (attributes.get("name") ?? "").slice(0, 100) || `Sheet ${sheets.length + 1}`,
        isHidden: (attributes.get("state") ?? "visible") !== "visible",
        path: link.path,
      });
  });
  if (sheets.length === 0) throw badWorkbook("The workbook has no sheet with cells.");
  const pathOf = (kind: string) => links.find((link) => link.type.endsWith(kind))?.path;
  return { source, entries, sheets, isFrom1904, stringsPath: pathOf("/sharedStrings"), stylesPath: pathOf("/styles") };
}

interface Link {
  id: string;
  type: string;
  path: string;
}

async function readLinks(source: ByteSource, entries: Map<string, ZipEntry>, path: string, folder: string): Promise<Link[]> {
  const links: Link[] = [];
  await readPart(source, entries, path, (name, attributes) => {
    if (name !== "Relationship" || attributes.get("TargetMode") === "External") return;
    const target = attributes.get("Target") ?? "";
    // No "..": a part beside the folder would be none of a workbook's.
    const full = target.startsWith("/") ? target.slice(1) : `${folder}${target.replace(/^\.\//, "")}`;
    if (links.length < MAX_SHEETS * 2) links.push({ id: attributes.get("Id") ?? "", type: attributes.get("Type") ?? "", path: full });
  });
  return links;
}

type OpenTag = (name: string, attributes: Map<string, string>) => void;

async function readPart(source: ByteSource, entries: Map<string, ZipEntry>, path: string, open: OpenTag): Promise<void> {
  const entry = entries.get(path);
  if (entry) await readXml(readEntry(source, entry, MAX_PART_BYTES), { open, text: () => {}, close: () => {} });
}

/** The texts that cells point to by number. Formatting inside a text is left out. */
export async function readStrings({ source, entries, stringsPath }: Workbook): Promise<string[]> {
  const entry = stringsPath === undefined ? undefined : entries.get(stringsPath);
  const strings: string[] = [];
  if (!entry) return strings;
  let text = "";
  let length = 0;
  let isText = false;
  let isPhonetic = false; // how a Japanese text is spoken, beside the text itself
  await readXml(readEntry(source, entry, MAX_STRINGS_BYTES), {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") isPhonetic = true;
      else if (name === "t") isText = !isPhonetic;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      if (name === "t") isText = false;
      else if (name === "rPh") isPhonetic = false;
      else if (name === "si") {
        length += text.length + 1;
        if (length > MAX_STRINGS_LENGTH) throw badWorkbook("The workbook has too much text. Save the sheet as CSV and split it.");
        if (strings.length >= MAX_STRINGS)
          throw badWorkbook("The workbook has more than 1,000,000 texts. Save the sheet as CSV and split it.");
        strings.push(unescapeText(text));
      }
    },
  });
  return strings;
}

/** How the numbers of each style are shown. */
export async function readStyles({ source, entries, stylesPath }: Workbook): Promise<NumberStyle[]> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isCells = false; // styles of cells come after the named styles they build on, which look alike
  if (stylesPath === undefined) return [];
  const entry = entries.get(stylesPath);
  if (!entry) return [];
  await readXml(readEntry(source, entry, MAX_PART_BYTES), {
    open(name, attributes) {
      if (name === "cellXfs") isCells = true;
      else if (name === "numFmt") codes.set(Number(attributes.get("numFmtId")), attributes.get("formatCode") ?? "");
      else if (name === "xf" && isCells) formats.push(Number(attributes.get("numFmtId") ?? 0));
      if (formats.length > MAX_STYLES || codes.size > MAX_STYLES) throw damaged();
    },
    text: () => {},
    close(name) {
      if (name === "cellXfs") isCells = false;
    },
  });
  return formats.map((id) => styleOf(id, codes.get(id)));
}
