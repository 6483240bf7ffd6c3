import assert from "node:assert/strict";
import { test } from "node:test";
import { baseSubject, hasMark } from "./base-subject.ts";
import { stopwatch, within } from "../../../test/measured.ts";

test("the marks of answers and forwards are left out, in any language and number", () => {
  for (const subject of [
    "Calibration",
    "Re: Calibration",
    "RE: re: Re : Calibration",
    "AW: Calibration",
    "AW: WG: Calibration",
    "SV: Calibration",
    "Re[2]: Calibration",
    "Re^3: Calibration",
    "Fwd: Calibration",
    "FW: Calibration",
    "RÉP: Calibration",
    "TR: Calibration",
    "Odp: Calibration",
    "回复：Calibration",
    "转发: Calibration",
    "[Sales] Re: Calibration",
    "Re: [Sales] Calibration",
    "  re:   calibration ",
  ])
    assert.equal(baseSubject(subject), "calibration", subject);
});

test("other words before a colon, and a list's name alone, stay", () => {
  assert.equal(baseSubject("Invoice: November"), "invoice: november");
  assert.equal(baseSubject("[Draft]"), "[draft]");
  assert.equal(baseSubject("Re:"), "");
  assert.equal(baseSubject(""), "");
  assert.equal(hasMark("Re: x"), true);
  assert.equal(hasMark("Regarding: x"), false);
});

test("a subject of nothing but marks is read in a moment", () => {
  // The shortest of three: other work on this machine is none of ours.
  const times = [1, 2, 3].map(() => {
    const took = stopwatch();
    baseSubject("Re: ".repeat(250_000));
    baseSubject("[".repeat(1_000_000));
    return took();
  });
  assert.ok(Math.min(...times) < within(50));
});
