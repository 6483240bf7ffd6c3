import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { signUp, visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import type { Installation } from "./installation.ts";
import { ask, cell } from "./records.ts";

const EDITS = 100;
const RECORDS = 10;
const KILLS = 4;
/** As long as an edit may be under way when the node dies. */
const INTO_AN_EDIT_MS = 80;
const DOWN_MORE_MS = 1_500;
const ALL_SENT_MS = 120_000;

interface Edit {
  record: string;
  amount: string;
}
interface EventPage {
  items: { kind: string; changes: Record<string, [unknown, unknown]> | null }[];
}

const nameOf = (at: number) => `Zephyr ${at % RECORDS}`;

test(`an http node killed ${KILLS} times during ${EDITS} edits loses none and makes none twice`, async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withHttpProcess: true });
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  await signUp(page, "duarte@quayside.example");
  const ids = new Map<string, string>();
  for (let at = 0; at < RECORDS; at++) {
    const { record } = await ask<{ record: { id: string } }>(page, "records.create", {
      type: "deal",
      values: { name: nameOf(at), amount: 1 },
    });
    ids.set(nameOf(at), record.id);
  }
  const { key } = await ask<{ key: string }>(page, "keys.create", { name: "Auditor" });
  const otherUrl = await installation.startOther();
  /** What the database has, asked of the node that lives. */
  const inDatabase = (record: string) => amountsOf(otherUrl, key, ids.get(record) ?? "");

  await page.goto("/records/deal?sort=name");
  await cell(page, nameOf(RECORDS - 1), "amount").waitFor();
  const typed: Edit[] = [];
  const figures = { inFlight: 0, waited: 0, shownAsSaved: 0, downMs: 0 };

  async function killOnce(): Promise<void> {
    await wait(Math.random() * INTO_AN_EDIT_MS);
    const since = Date.now();
    await installation.setHttp(false);
    const sent = [...typed]; // the typing goes on while the browser is asked
    const pending = await waitingEdits(page);
    figures.inFlight += pending.length;
    // Typed, and no longer on its way: to whoever looks at the page it is saved.
    const saved = sent.filter(({ amount }) => !pending.includes(amount));
    for (const record of new Set(saved.map((edit) => edit.record))) {
      const stored = new Set(await inDatabase(record));
      const missing = saved.filter((edit) => edit.record === record && !stored.has(edit.amount));
      assert.deepEqual(missing, [], "what was shown as saved is in the database");
    }
    figures.shownAsSaved += saved.length;
    await page.getByText(/unsaved changes?, waiting for connection/).waitFor();
    await wait(Math.random() * DOWN_MORE_MS);
    figures.waited += (await waitingEdits(page)).length;
    await installation.setHttp(true);
    figures.downMs += Date.now() - since;
  }

  const killAt = new Set(Array.from({ length: KILLS }, (_, kill) => Math.floor(((kill + Math.random() * 0.5) * EDITS) / KILLS)));
  let killing = Promise.resolve();
  for (let at = 0; at < EDITS; at++) {
    if (killAt.has(at)) {
      await killing;
      killing = killOnce();
    }
    await edit(page, nameOf(at), String(1000 + at));
    typed.push({ record: nameOf(at), amount: String(1000 + at) });
  }
  await killing;
  await page.waitForFunction(() => Object.keys(localStorage).every((name) => !name.startsWith("kith.outbox.")), undefined, {
    timeout: ALL_SENT_MS,
  });
  await page.getByText(/waiting for connection/).waitFor({ state: "detached" });

  for (const [record, id] of ids) {
    const expected = typed.filter((edit) => edit.record === record).map(({ amount }) => amount);
    assert.deepEqual(await inDatabase(record), expected, `${record}: every edit once, in the order they were typed`);
    const { version } = await ask<{ version: number }>(page, "records.get", { id });
    assert.equal(version, 1 + expected.length, `${record} has a version for each edit`);
    await cell(page, record, "amount")
      .getByText(Number(expected.at(-1)).toLocaleString("en"))
      .waitFor();
  }
  console.log(
    `${EDITS} edits, ${KILLS} kills, ${figures.downMs} ms down: ${figures.shownAsSaved} checked as saved at a kill and 0 missing, ` +
      `${figures.inFlight} on their way at a kill, ${figures.waited} waiting at a restart, ${EDITS} in the database, 0 lost, 0 twice`,
  );
  assert.deepEqual(consoleErrors, []);
});

async function edit(page: Page, record: string, amount: string): Promise<void> {
  await cell(page, record, "amount").dblclick({ position: { x: 4, y: 4 } });
  const input = page.locator("[data-editing] input");
  await input.fill(amount);
  await input.press("Enter");
  await input.waitFor({ state: "detached" });
}

/** The amounts that the browser still keeps because nobody has answered for them. */
const waitingEdits = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([name]) => name.startsWith("kith.outbox."))
      .map(([, text]) => String((JSON.parse(String(text)) as { values: { amount: unknown } }).values.amount)),
  );

/** Every amount that a record was given after it was made, oldest first, as its timeline tells. */
async function amountsOf(baseUrl: Installation["baseUrl"], key: string, id: string): Promise<string[]> {
  const response = await fetch(`${baseUrl}/api/v1/records/deal/${id}/timeline?limit=100`, { headers: { "x-api-key": key } });
  if (!response.ok) throw new Error(await response.text());
  const { items } = (await response.json()) as EventPage;
  const changes = items.filter(({ kind }) => kind === "record.updated").map((event) => event.changes?.["amount"]?.[1]);
  return changes.toReversed().map(String);
}
