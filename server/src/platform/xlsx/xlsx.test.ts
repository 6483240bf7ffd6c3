import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { heldWhile } from "../../../test/held.ts";
import { textCell, workbookParts, zip } from "../../../test/make-workbook.ts";
import { numberText, styleOf } from "./cell-values.ts";
import { readSheet, type SheetRow } from "./sheet.ts";
import { openWorkbook } from "./workbook.ts";
import { readDirectory, readEntry, type ByteSource } from "./zip.ts";
import { within } from "../../../test/measured.ts";

const sourceOf = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: async (from, length) => bytes.subarray(from, from + length),
});
const open = (bytes: Buffer) => openWorkbook(sourceOf(bytes));

async function rowsOf(bytes: Buffer, sheet = 0): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const some of readSheet(await open(bytes), sheet)) rows.push(...some);
  return rows;
}

test("a workbook of LibreOffice: texts, exact numbers, days, times, formulas, gaps and hidden sheets", async () => {
  const bytes = await readFile(join(import.meta.dirname, "../../../test/files/libreoffice.xlsx"));
  const { sheets } = await open(bytes);
  assert.deepEqual(
    sheets.map(({ name, isHidden }) => [name, isHidden]),
    [
      ["Kontakte", false],
      ["Hidden", true],
      ["Firmen", false],
    ],
  );
  assert.deepEqual(await rowsOf(bytes), [
    { row: 1, cells: ["Name", "Betrag", "Datum", "Zeitpunkt", "Ja?", "Notiz", "Uhrzeit", "Genau"] },
    { row: 2, cells: ["Anneke Vos", "12500.5", "2026-11-20", "2026-11-20T09:30", "true", 'a & b <c> "d"\nnew line', "14:05", "4.1"] },
    { row: 4, cells: ["Zoë Åsa 日本", "12.1250", "2024-02-29", "2026-01-01T00:00:01", "false", "=SUM(1)", "", "0.3"] },
    { row: 5, cells: ["Big", "123456789012345", "1900-01-01", "", "", "'=x", "", "0.0000001"] },
    { row: 7, cells: ["2"] },
    { row: 8, cells: ["Last", "-3"] },
  ]);
  assert.deepEqual((await rowsOf(bytes, 2))[0], { row: 3, cells: ["", "Firma", "Ort"] });
});

const NUMBERS: [raw: string, id: number, code: string | undefined, shown: string][] = [
  ["46346", 14, undefined, "2026-11-20"],
  ["46346.395833333336", 22, undefined, "2026-11-20T09:30"],
  ["46346.999999999", 22, undefined, "2026-11-21"],
  ["46346", 164, "dd/mm/yyyy;@", "2026-11-20"],
  ["46346", 164, "[$-407]d. mmmm yyyy", "2026-11-20"],
  ["46346.5", 164, 'yyyy-mm-dd" um "hh:mm', "2026-11-20T12:00"],
  ["0.5", 20, undefined, "12:00"],
  ["0.5", 164, "mm:ss", "12:00"],
  ["1.5", 46, undefined, "36:00"],
  ["1.5", 164, "[h]:mm", "36:00"],
  ["12500", 164, '#,##0.00 "days"', "12500"],
  ["12500", 164, "[Red]0.0", "12500"],
  ["0.25", 9, undefined, "0.25"],
  ["4.0999999999999996", 0, undefined, "4.1"],
  ["1.25E4", 0, undefined, "12500"],
  ["1E-7", 0, undefined, "0.0000001"],
  ["1E21", 0, undefined, "1000000000000000000000"],
  ["-12.125", 0, undefined, "-12.1250"],
  ["60", 14, undefined, "1900-02-29"],
  ["59", 14, undefined, "1900-02-28"],
  ["61", 14, undefined, "1900-03-01"],
  ["-5", 14, undefined, "-5"],
  ["99999999", 14, undefined, "99999999"],
];

for (const [raw, id, code, shown] of NUMBERS)
  test(`${raw} in the format ${code ?? id} is ${shown}`, () => assert.equal(numberText(raw, styleOf(id, code), false), shown));

test("a workbook that counts days from 1904", () => assert.equal(numberText("44884", styleOf(14, undefined), true), "2026-11-20"));

const MANY_STRINGS = `<si><t>${"x".repeat(30_000)}</t></si>`;
const RELS = "xl/_rels/workbook.xml.rels";
const simple = workbookParts({ Sheet: `<row>${textCell("a")}</row>` });
const REFUSED: [what: string, bytes: () => Buffer, message: RegExp][] = [
  ["no archive", () => Buffer.from("PK\x03\x04 a workbook"), /damaged/],
  ["an archive that is cut off", () => zip(simple).subarray(0, 400), /damaged/],
  ["another archive", () => zip({ "readme.txt": "hello" }), /not an Excel workbook/],
  ["a password", () => zip(simple, 1), /password/],
  ["entities", () => zip({ ...simple, "xl/workbook.xml": '<!DOCTYPE x [<!ENTITY a "b">]><x/>' }), /do not write/],
  ["no sheets", () => zip({ ...simple, "xl/workbook.xml": "<workbook/>" }), /no sheet/],
  [
    "links outside",
    () => zip({ ...simple, [RELS]: (simple[RELS] ?? "").replaceAll("<Relationship ", '<Relationship TargetMode="External" ') }),
    /no sheet/,
  ],
  ["text without end", () => zip(workbookParts({ Sheet: `<row>${textCell("x".repeat(2_000_000))}</row>` })), /damaged/],
  ["a tag without end", () => zip(workbookParts({ Sheet: `<row r="${"1".repeat(100_000)}` })), /damaged/],
  ["rows that go back", () => zip(workbookParts({ Sheet: `<row r="5"></row><row r="2"></row>` })), /damaged/],
  ["too many columns", () => zip(workbookParts({ Sheet: `<row><c r="ZZZ1"><v>1</v></c></row>` })), /more than 1000 columns/],
  ["texts without end", () => zip({ ...simple, "xl/sharedStrings.xml": `<sst>${MANY_STRINGS.repeat(1_200)}</sst>` }), /too much text/],
  [
    "more than a million texts",
    () => zip({ ...simple, "xl/sharedStrings.xml": `<sst>${"<si/>".repeat(1_000_001)}</sst>` }),
    /more than 1,000,000 texts/,
  ],
];

for (const [what, bytes, message] of REFUSED)
  test(`${what}: the workbook is refused in words`, () => assert.rejects(rowsOf(bytes()), { message }));

test("a file that claims a tag named like a property of objects is read", async () => {
  const rows = `<__proto__/><constructor/><row>${textCell("&toString;&amp;&#228;&#x4e2d;_x000D_")}</row>`;
  assert.deepEqual(await rowsOf(zip(workbookParts({ Sheet: rows }))), [{ row: 1, cells: ["&toString;&ä中\r"] }]);
});

test("a small archive that unpacks to a large file is given up at the limit", async () => {
  const bytes = zip({ large: Buffer.alloc(50_000_000) });
  assert.ok(bytes.length < 100_000);
  const entry = (await readDirectory(sourceOf(bytes))).get("large")!;
  let read = 0;
  await assert.rejects(
    async () => {
      for await (const chunk of readEntry(sourceOf(bytes), entry, 1_000_000)) read += chunk.length;
    },
    { message: /too large/ },
  );
  assert.ok(read <= 1_000_000, `${read} bytes`);
});

test("a sheet of 50,000 rows is read without holding the process", async () => {
  const bytes = zip(workbookParts({ Sheet: `<row><c><v>12.5</v></c>${textCell("text")}</row>`.repeat(50_000) }));
  let rows = 0;
  const held = await heldWhile(async () => (rows = (await rowsOf(bytes)).length));
  assert.equal(rows, 50_000);
  assert.ok(held < within(100), `held for ${Math.round(held)} ms`);
});

test("half a million shared texts are read without holding the process, packed or not", async () => {
  const parts = { ...simple, "xl/sharedStrings.xml": `<sst>${"<si/>".repeat(500_000)}</sst>` };
  for (const bytes of [zip(parts), zip(parts, 0, false)]) {
    const held = await heldWhile(() => rowsOf(bytes));
    assert.ok(held < within(100), `held for ${Math.round(held)} ms`);
  }
});
