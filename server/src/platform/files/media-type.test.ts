import assert from "node:assert/strict";
import { test } from "node:test";
import { misnamed, shownType } from "./endings.ts";
import { typeOfBytes } from "./media-type.ts";
import { pictureSize } from "./picture-size.ts";

const OFFICE = "application/vnd.openxmlformats-officedocument";

/** A ZIP file with entries of these names; the first can have bytes. */
function zip(names: string[], first = ""): Buffer {
  const entries = names.map((name, at) => {
    const head = Buffer.alloc(30);
    head.write("PK\x03\x04", "latin1");
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, Buffer.from(name), Buffer.from(at === 0 ? first : "…")]);
  });
  return Buffer.concat(entries);
}

const program = Buffer.alloc(200);
program.write("MZ");
program.writeUInt32LE(128, 60);
program.write("PE\0\0", 128, "latin1");

const oldOffice = (stream: string) =>
  Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600), Buffer.from(stream, "utf16le")]);

const CASES: [content: Buffer | string, type: string][] = [
  ["%PDF-1.7\n", "application/pdf"],
  [zip(["[Content_Types].xml", "_rels/.rels", "word/document.xml"]), `${OFFICE}.wordprocessingml.document`],
  [zip(["[Content_Types].xml", "xl/workbook.xml"]), `${OFFICE}.spreadsheetml.sheet`],
  [zip(["mimetype", "content.xml"], "application/vnd.oasis.opendocument.text"), "application/vnd.oasis.opendocument.text"],
  [zip(["photo.jpg", "password/list.txt"]), "application/zip"],
  [oldOffice("Workbook"), "application/vnd.ms-excel"],
  [oldOffice("EncryptedPackage"), "application/x-ole-storage"],
  [program, "application/x-msdownload"],
  ["MZ is how this letter begins.", "text/plain"],
  ["BMW order\n", "text/plain"],
  ["RIFFLE shuffle\n", "text/plain"],
  [Buffer.from("Gr\xf6\xdfe;M\xfcnchen\r\n", "latin1"), "text/plain"],
  [Buffer.from("\ufeffZürich;1", "utf16le"), "text/plain"],
  ["\ufeff  <!DOCTYPE html><p>", "text/html"],
  ["<?xml version='1.0'?>\n<!-- a -->\n<svg xmlns='…'>", "image/svg+xml"],
  ["<svg onload=alert(1)>", "image/svg+xml"],
  ["<?xml version='1.0'?><!-- a --> <!-- b --><!DOCTYPE svg PUBLIC 'x'>\n<!-- c --><SVG>", "image/svg+xml"],
  ["<!-- <svg> is in a comment that does not end", "text/plain"],
  [`${"<!---->".repeat(500)}x`, "text/plain"],
  [`<?xml ${"?><!-- -->".repeat(400)}<order/>`, "application/xml"],
  [`<${"<!--".repeat(1_000)}`, "text/plain"],
  ["<?xml version='1.0'?><order/>", "application/xml"],
  ["<htmlx is no page", "text/plain"],
  [Buffer.from([1, 2, 3, 0]), "application/octet-stream"],
  ["", "application/octet-stream"],
];

test("a type is found from the bytes", () => {
  for (const [content, type] of CASES) assert.equal(typeOfBytes(Buffer.from(content as string)), type, String(content).slice(0, 40));
});

test("a name whose ending says something else than the bytes is told, in words; one that is right or says nothing is not", () => {
  const lies: [name: string, type: string, said: string | null][] = [
    ["invoice.pdf", "application/x-msdownload", "The name ends in .pdf, but the file is a Windows program."],
    ["photo.PNG", "image/svg+xml", "The name ends in .png, but the file is an SVG drawing."],
    ["photo.png", "image/jpeg", "The name ends in .png, but the file is a JPEG picture."],
    ["list.csv", "application/octet-stream", "The name ends in .csv, but the file is of a type that Kith does not know."],
    ["invoice.pdf", "application/pdf", null],
    ["list.csv", "text/plain", null],
    ["locked.xlsx", "application/x-ole-storage", null],
    ["setup.exe", "application/x-msdownload", null],
    ["README", "text/plain", null],
    ["drawing.dwg", "application/octet-stream", null],
  ];
  for (const [name, type, said] of lies) assert.equal(misnamed(name, type), said, name);
  assert.deepEqual(
    [shownType("list.CSV", "text/plain"), shownType("a.txt", "text/plain"), shownType("a.csv", "application/pdf")],
    ["text/csv", "text/plain", "application/pdf"],
  );
});

test("the size of a picture is read from its first bytes, and one that is cut off has none", () => {
  const png = Buffer.alloc(33);
  png.write("\x89PNG\r\n\x1a\n", "latin1");
  png.writeUInt32BE(640, 16);
  png.writeUInt32BE(480, 20);
  const jpeg = Buffer.from("ffd8ffe000040000ffc0001108012c019003012200021101031101", "hex");
  const gif = Buffer.from("GIF89a\x20\x03\x58\x02", "latin1");
  const webp = Buffer.alloc(30);
  webp.write("RIFF\0\0\0\0WEBPVP8X", "latin1");
  webp.writeUIntLE(1_023, 24, 3);
  webp.writeUIntLE(767, 27, 3);
  const cases: [content: Buffer, width: number, height: number][] = [
    [png, 640, 480],
    [jpeg, 400, 300],
    [gif, 800, 600],
    [webp, 1_024, 768],
  ];
  for (const [content, width, height] of cases) {
    const type = typeOfBytes(content);
    assert.deepEqual(pictureSize(type, content), { width, height }, type);
    for (let length = 0; length < content.length - 12; length++)
      assert.doesNotThrow(() => pictureSize(type, content.subarray(0, length)), `${type} of ${length} bytes`);
  }
  assert.equal(pictureSize("image/svg+xml", Buffer.from("<svg width='5' height='5'>")), undefined);
});
