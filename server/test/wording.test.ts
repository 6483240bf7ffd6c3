import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { collectTexts, textsIn } from "../../scripts/texts/collect.ts";

const ROOT = `${import.meta.dirname}/../..`;

/** Phrases that people did not understand in a trial, and others that were replaced when all texts were read. docs/wording.md says how to write instead. */
const REPLACED = [
  /Nothing is called/,
  /is no day\b/,
  /has all of that/,
  /let an assistant add/,
  /get their old values back/,
  /to be mended/i,
  /to weigh by/,
  /\bmend\b/i,
  /does not say its country/,
  /Cells are separated by/,
  /Letters are written as/,
  /How sure|A guess/,
  /What the rows do/,
  /Name of (one|many)\b/,
  /ahead of today/,
  /Turn to (ascending|descending)/,
  /what it lacks it gets/,
  /moved to the trash the/,
  /waits for the connection/,
  /Like the system|Forgot it\?|Already here\?/,
  /Hand it to them/,
  /keys of the keyboard/,
  /to make lanes of/,
  /amounts that name none/,
  /figures could not be counted/,
  /\bMake (dashboard|copy)$/,
  /(widgets|fields).*go with it/i,
  /\bdays? over$/,
  /here just now/,
  /It may have another name/,
  /Nobody here is called/,
  /\bis needed\b/,
  /holds one value/,
  /What can stand here|Where you are$|On its way/,
  /Search or do$/,
  /Go back to what is saved/,
  /out of sight/,
  /arranged (or|,) added up/,
  /whatever the name/,
  /A box to tick/,
  /Somebody of your/,
  /are one now/,
  /Kept as two/,
  /Walk the cards/,
  /Cut it in two/,
  /^Begun$/,
  /As your company writes/,
  /Fill(ing)? with sample data/,
  /small letters/,
  /(sends?|sent|this|the|no|a) mails?\b(?! server)/i,
  /we hope you/,
  /is no value/,
  /cannot hold\b/,
  /if it stays/,
  /first that are tried/,
  /Prove your password/,
  /which is the most/,
  /Go on tomorrow/,
  /\bset back\b/,
  /The rows are$/,
  /Nothing is written (yet|until)/,
  /before anything is written/,
  /never takes a value away/,
  /^\{…\} is (checked|imported)$|import of .* is undone/,
  /As they would become/,
  /^\{…\} has no option \{…\}\.$/,
  /are refused: merge/,
  /Change the columns|^Another file$/,
  /Give (it|the [a-z ]+) a name|Give a name|Give the (address|password|name) of/,
  /Bring your records/,
  /to see what a record is/,
  /is already here\./,
  /Everybody in the company sees it/,
  /Make a new secret for a destination/,
  /Give at least one option/,
  /moved it to the trash|restored it$|another one into it/,
  /(gone|removed|deleted) for good/,
  /^Add to \{…\}$/,
  /at the moment\./,
  /Kith tells another system/,
  /Left empty: the host/,
  /a password of the receiver/,
  /Answer with a status/,
  /by the answer 410/,
  /is (tried now|sent again)\./,
  /^Events of$|As the webhook it goes to/,
  /The one before it is valid/,
  /All messages are on their way/,
  /Nothing is lost: events wait/,
];

const faultsIn = (text: string) => REPLACED.filter((phrase) => phrase.test(text)).map(String);

test("no page, dialog, toast, error or mail has a phrase that was replaced", () => {
  const texts = collectTexts(ROOT);
  assert.ok(texts.length > 2_500, `only ${texts.length} texts were found`);
  assert.deepEqual(
    texts.flatMap(({ file, line, text }) => faultsIn(text).map((fault) => `${file}:${line}: ${text} ${fault}`)),
    [],
  );
});

test("no guide has a phrase that was replaced", () => {
  const guides = globSync(["README.md", "docs/*.md", "docs/guides/*.md"], { cwd: ROOT }).filter((file) => file !== "docs/wording.md");
  const lines = guides.flatMap((file) =>
    readFileSync(`${ROOT}/${file}`, "utf8")
      .split("\n")
      .map((text, at) => ({ file, line: at + 1, text })),
  );
  assert.deepEqual(
    lines.flatMap(({ file, line, text }) => faultsIn(text).map((fault) => `${file}:${line}: ${text} ${fault}`)),
    [],
  );
});

test("texts are found wherever people read them", () => {
  const source = `
    import { gone } from "./Not a text.ts";
    const page = <Dialog title="Cut it in two" className="Not a text"><p>Begun {when} by you</p>{isNew ? "New" : "Old"}</Dialog>;
    toast({ text: \`Key “\${name}” deleted.\` });
    throw new AppError(404, "not_found", "There is no such key.");
    const input = z.string().min(1, "Enter a name.").describe("Key or label");
    const rows = await tx.query("select id from keys where company_id = $1");
  `;
  assert.deepEqual(
    textsIn(source, "page.tsx").map(({ line, text }) => `${line} ${text}`),
    [
      "3 Cut it in two",
      "3 Begun {…} by you",
      "3 New",
      "3 Old",
      "4 Key “{…}” deleted.",
      "5 There is no such key.",
      "6 Enter a name.",
      "6 Key or label",
    ],
  );
});
