import { crc32, deflateRawSync } from "node:zlib";

const TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const SHEET = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`;

/** A zip archive of these files. */
export function zip(files: Record<string, string | Buffer>, flags = 0, isPacked = true): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    const packed = isPacked ? deflateRawSync(bytes) : bytes;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(isPacked ? 8 : 0, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), common, rest, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, entries, Buffer.from("PK\x05\x06"), end]);
}

/** The parts of a workbook with these sheets, each the XML of its rows. */
export function workbookParts(sheets: Record<string, string>, more: Record<string, string> = {}): Record<string, string> {
  const names = Object.keys(sheets);
  const link = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`;
  return {
    "_rels/.rels": `<Relationships>${link("r1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${names.map((_, at) => link(`r${at}`, "worksheet", `worksheets/sheet${at}.xml`)).join("")}${link("s", "sharedStrings", "sharedStrings.xml")}${link("t", "styles", "styles.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook xmlns:r="${TYPES}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"/>`).join("")}</sheets></workbook>`,
    ...Object.fromEntries(names.map((name, at) => [`xl/worksheets/sheet${at}.xml`, `${SHEET}${sheets[name]}</sheetData></worksheet>`])),
    ...more,
  };
}

export const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

/** A workbook of texts. */
export const workbook = (sheets: Record<string, string[][]>): Buffer =>
  zip(
    workbookParts(
      Object.fromEntries(
        Object.entries(sheets).map(([name, rows]) => [name, rows.map((cells) => `<row>${cells.map(textCell).join("")}</row>`).join("")]),
      ),
    ),
  );
