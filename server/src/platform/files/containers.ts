// Types that share their first bytes with others, told apart by what is inside.

const OFFICE = "application/vnd.openxmlformats-officedocument";

/** Office documents are ZIP files. Each entry has its name in front of its bytes. */
const IN_ZIP: readonly [path: string, type: string][] = [
  ["word/", `${OFFICE}.wordprocessingml.document`],
  ["xl/", `${OFFICE}.spreadsheetml.sheet`],
  ["ppt/", `${OFFICE}.presentationml.presentation`],
];
const ENTRY = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const MAX_ENTRIES = 200;

export function insideZip(head: Buffer): string | undefined {
  let at = 0;
  for (let entries = 0; at >= 0 && at + 30 <= head.length && entries < MAX_ENTRIES; entries++) {
    const name = head.toString("latin1", at + 30, at + 30 + head.readUInt16LE(at + 26));
    // OpenDocument and EPUB say what they are in their first entry, uncompressed.
    if (name === "mimetype") {
      const start = at + 30 + name.length + head.readUInt16LE(at + 28);
      const [said] =
        /^application\/(?:vnd\.oasis\.opendocument\.[a-z-]+|epub\+zip)/.exec(head.toString("latin1", start, start + 100)) ?? [];
      if (said) return said;
    }
    const known = IN_ZIP.find(([path]) => name.startsWith(path));
    if (known) return known[1];
    at = head.indexOf(ENTRY, at + 30);
  }
  return undefined;
}

/** Word, Excel and PowerPoint before 2007: streams with names in UTF-16. */
const IN_OLD_OFFICE: readonly [stream: string, type: string][] = [
  ["WordDocument", "application/msword"],
  ["Workbook", "application/vnd.ms-excel"],
  ["PowerPoint Document", "application/vnd.ms-powerpoint"],
];

export function insideOldOffice(head: Buffer): string | undefined {
  return IN_OLD_OFFICE.find(([stream]) => head.includes(Buffer.from(stream, "utf16le")))?.[1];
}

const RIFF: Readonly<Record<string, string>> = { WEBP: "image/webp", WAVE: "audio/wav", "AVI ": "video/x-msvideo" };
export const riffType = (head: Buffer) => RIFF[head.toString("latin1", 8, 12)];

const BRANDS: Readonly<Record<string, string>> = {
  heic: "image/heic",
  heix: "image/heic",
  mif1: "image/heic",
  avif: "image/avif",
  "qt  ": "video/quicktime",
  "M4A ": "audio/mp4",
};
export const mp4Type = (head: Buffer) => BRANDS[head.toString("latin1", 8, 12)];
