import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { alphabetOf, csvLine, guard, guessDelimiter, readCsv, unguard } from "./csv.ts";

const shape = { delimiter: ",", encoding: "utf-8" } as const;
const cellsOf = (text: string, delimiter = ",") =>
  readCsv(Buffer.from(text), { ...shape, delimiter }, 1_000, true).rows.map((row) => row.cells);

test("rows are read as RFC 4180 writes them", () => {
  for (const [text, rows] of [
    [
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a,b\rc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      '"a,1","b ""q"" c"\n"line\r\nbreak",',
      [
        ["a,1", 'b "q" c'],
        ["line\r\nbreak", ""],
      ],
    ],
    ['""\n"""",""""""', [[""], ['"', '""']]],
    [",\n", [["", ""]]],
    ['a "quoted" word,5"', [['a "quoted" word', '5"']]],
    ['"closed" tail,x', [["closed tail", "x"]]],
    ["Zoë,東京,🦊", [["Zoë", "東京", "🦊"]]],
    ["", []],
    ["\n", [[""]]],
  ] as [string, string[][]][]) {
    assert.deepEqual(cellsOf(text), rows, JSON.stringify(text));
  }
});

test("a file is read the same wherever its slices are cut", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\r", "\n", " ", "é", "🦊", "'", "=") });
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      (table, step) => {
        const file = Buffer.from(table.map(csvLine).join(""));
        const rows: string[][] = [];
        let from = 0;
        for (let to = step; from < file.length; to += step) {
          const slice = readCsv(file.subarray(from, to), shape, 2, to >= file.length);
          rows.push(...slice.rows.map((row) => row.cells));
          from += slice.used;
          assert.ok(!slice.rows.some((row) => row.isGarbled));
        }
        assert.deepEqual(rows, table);
      },
    ),
    { numRuns: 2_000 },
  );
});

test("a quote that is never closed is not taken for a row that continues in the next slice", () => {
  assert.deepEqual(readCsv(Buffer.from('a,b\n"c,d\n'), shape, 10, true), {
    rows: [{ cells: ["a", "b"], isGarbled: false }],
    used: 4,
    isInQuotes: true,
  });
  assert.deepEqual(readCsv(Buffer.from("a,b\nc,d"), shape, 10, false).used, 4);
});

test("Windows-1252 is read, and bytes that are not UTF-8 mark their row only", () => {
  const bytes = Buffer.from("Zo\xeb,caf\xe9\x80\nplain,x\n", "latin1");
  assert.deepEqual(readCsv(bytes, { delimiter: ",", encoding: "windows-1252" }, 9, true).rows[0]?.cells, ["Zoë", "café€"]);
  assert.deepEqual(
    readCsv(bytes, shape, 9, true).rows.map((row) => row.isGarbled),
    [true, false],
  );
});

test("the detected encoding of a part does not depend on where it was cut", () => {
  const text = Buffer.from("a東京🦊é");
  for (let from = 0; from < 5; from++) {
    for (let to = text.length; to > text.length - 2; to--) assert.notEqual(alphabetOf(text.subarray(from, to)), "other", `${from}-${to}`);
  }
  assert.equal(alphabetOf(Buffer.from("plain")), "ascii");
  assert.equal(alphabetOf(Buffer.from("Zo\xeb b", "latin1")), "other");
});

test("the delimiter is the one that gives every row the same number of cells", () => {
  assert.equal(guessDelimiter(Buffer.from("name;city\nVos, Anneke;Utrecht\nNoor;Lund, SE\n"), "utf-8"), ";");
  assert.equal(guessDelimiter(Buffer.from("name\tcity\na\tb\n"), "utf-8"), "\t");
  assert.equal(guessDelimiter(Buffer.from('name,note\na,"x;y;z"\n'), "utf-8"), ",");
  assert.equal(guessDelimiter(Buffer.from("name\nAnneke\n"), "utf-8"), ",");
});

test("a cell that a spreadsheet would run as a formula is guarded, and unguard restores it exactly", () => {
  for (const start of [
    "=1+1",
    "+49 30",
    "-2",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "\nx",
    "\0x",
    " =1",
    "  \t=1",
    "＝1",
    "＋1",
    "－1",
    "＠a",
    "'=1",
    "''+1",
    " ＝1",
  ]) {
    assert.equal(guard(start), `'${start}`, JSON.stringify(start));
    assert.equal(unguard(guard(start)), start, JSON.stringify(start));
  }
  for (const plain of ["", "a=b", "'tis", "'", "''", "5", " x", "1-2"]) {
    assert.equal(guard(plain), plain);
    assert.equal(unguard(plain), plain);
  }
  fc.assert(fc.property(fc.string(), (text) => assert.equal(unguard(guard(text)), text)));
});
