import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanContentId, cleanName, cleanType } from "./clean-name.ts";
import { stopwatch, within } from "../../../test/measured.ts";

test("a name from outside is safe to show and to save", () => {
  const cases: [given: string, safe: string][] = [
    ["Angebot März.pdf", "Angebot März.pdf"],
    ["Angebot Ma\u0308rz.pdf", "Angebot März.pdf"],
    ["../../../etc/passwd", "passwd"],
    ["..\\..\\boot.ini", "boot.ini"],
    ["folder/", "folder"],
    ["/", "file"],
    ["", "file"],
    ["..", "file"],
    [".htaccess", "htaccess"],
    ["report.pdf. . .", "report.pdf"],
    ["a\0b\r\nc\u001b[31m.txt", "abc[31m.txt"],
    ["invoice\u202Efdp.exe", "invoicefdp.exe"],
    ["\u2066x\u2069\u200F\u061C.txt", "x.txt"],
    ['<b>"x"|?*:.txt', "_b__x_____.txt"],
    ["half \uD83D.txt", "half \uFFFD.txt"],
    ["报价单.xlsx", "报价单.xlsx"],
    [`${"a".repeat(300)}.pdf`, `${"a".repeat(196)}.pdf`],
    [`a.${"b".repeat(300)}`, `a.${"b".repeat(198)}`],
    [`${"a".repeat(195)}😀.pdf`, `${"a".repeat(195)}.pdf`],
  ];
  for (const [given, safe] of cases) {
    assert.equal(cleanName(given), safe, JSON.stringify(given));
    assert.ok(cleanName(given).length <= 200 && cleanName(given).isWellFormed());
    assert.equal(cleanName(cleanName(given)), cleanName(given), "cleaning again changes nothing");
  }
});

test("a megabyte of a hostile name is cleaned in no time", () => {
  const took = stopwatch();
  for (const part of ["../", "\u202E", ". ", "a", "\\", "<"]) cleanName(part.repeat(300_000));
  assert.ok(took() < within(1_000));
});

test("a media type has no parameters, and what is none is any bytes", () => {
  assert.equal(cleanType("Text/Plain; charset=utf-8"), "text/plain");
  for (const given of ["", "text", "text/", "text/html\r\nx: y", "a/b/c", `text/${"x".repeat(100)}`, "téxt/plain"])
    assert.equal(cleanType(given), "application/octet-stream", given);
});

test("a content id that cannot be one is none", () => {
  assert.equal(cleanContentId(" logo@mail.example "), "logo@mail.example");
  for (const given of [null, "", "  ", "a b", "x".repeat(251), "ü@x"]) assert.equal(cleanContentId(given), null);
});
