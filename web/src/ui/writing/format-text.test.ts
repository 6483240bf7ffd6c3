import assert from "node:assert/strict";
import { test } from "node:test";
import { type FormatName, FORMATS } from "./format-text.ts";

/** The text with `[` and `]`, or `|`, where the selection is. */
function formatted(name: FormatName, marked: string): string {
  const from = marked.search(/[⟦|]/);
  const plain = marked.replaceAll(/[⟦⟧|]/g, "");
  const to = marked.includes("|") ? from : marked.indexOf("⟧") - 1;
  const edit = FORMATS[name](plain, from, to);
  const text = plain.slice(0, edit.from) + edit.text + plain.slice(edit.to);
  const [begin, end] = edit.select;
  return begin === end
    ? `${text.slice(0, begin)}|${text.slice(begin)}`
    : `${text.slice(0, begin)}⟦${text.slice(begin, end)}⟧${text.slice(end)}`;
}

test("marks go around what is selected, and away again", () => {
  for (const [name, before, after] of [
    ["bold", "a ⟦word⟧ here", "a **⟦word⟧** here"],
    ["bold", "a **⟦word⟧** here", "a ⟦word⟧ here"],
    ["bold", "a⟦ word ⟧here", "a **⟦word⟧** here"],
    ["bold", "a |", "a **|**"],
    ["bold", "a **|**", "a |"],
    ["italic", "⟦word⟧", "*⟦word⟧*"],
    ["italic", "**⟦word⟧**", "***⟦word⟧***"],
    ["italic", "***⟦word⟧***", "**⟦word⟧**"],
    ["bold", "***⟦word⟧***", "*⟦word⟧*"],
    ["bold", "*⟦word⟧*", "***⟦word⟧***"],
    ["list", "one\n⟦two\nthree⟧\nfour", "one\n⟦- two\n- three⟧\nfour"],
    ["list", "⟦- two\n  - three⟧", "⟦two\n  three⟧"],
    ["list", "⟦- two\nthree⟧", "⟦- two\n- three⟧"],
    ["list", "|", "- |"],
    ["link", "see ⟦the offer⟧.", "see [the offer](|)."],
    ["link", "see ⟦https://a.example/x⟧.", "see [|](https://a.example/x)."],
    ["link", "see |", "see [|]()"],
  ] as const)
    assert.equal(formatted(name, before), after, `${name}: ${before}`);
});
