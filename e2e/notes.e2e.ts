import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { looks, settled } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";

const demo = sharedDemo();

const story = (page: Page) => page.getByRole("region", { name: "Timeline" });
const box = (page: Page) => page.getByRole("textbox", { name: "Note", exact: true });

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

test("with the keyboard only: a note with marks, a colleague and a record is written, and pinned", { tag: "@gate" }, () =>
  demo.within({}, async (page) => {
    const other = await addDeal(page, "Linked from a note");
    const id = await addDeal(page, "With a note");
    await page.goto(`/records/deal/${id}`);
    await story(page).getByText("created the").waitFor();
    await page.keyboard.press("t");
    await box(page).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Control+b");
    await page.keyboard.type("Signed");
    await page.keyboard.press("End");
    await page.keyboard.type(", ask @tom");
    await page.getByRole("option", { name: /Tomasz Wrona/ }).waitFor();
    await page.keyboard.press("Enter");
    assert.equal(await box(page).inputValue(), "**Signed**, ask @Tomasz Wrona ");
    await page.keyboard.press("Control+z");
    assert.equal(await box(page).inputValue(), "**Signed**, ask @tom", "the browser takes it back");
    await page.keyboard.press("Control+y");
    await page.keyboard.type("and see [[Linked from a");
    await page.getByRole("option", { name: "Linked from a note" }).waitFor();
    await page.keyboard.press("Enter");
    assert.match(await box(page).inputValue(), new RegExp(`and see ${new URL(page.url()).origin}/records/deal/${other} $`));
    await page.keyboard.press("Control+Enter");
    await page.getByText("Note added.").waitFor();
    const note = story(page).getByRole("listitem").filter({ hasText: "added a note" });
    await note.getByRole("strong").getByText("Signed", { exact: true }).waitFor();
    await note.getByText("@Tomasz Wrona", { exact: true }).waitFor();
    await note.getByRole("link", { name: "Linked from a note" }).waitFor();
    const { items } = await ask<{ items: { note: { mentions: { name: string; written: string }[] } | null }[] }>(page, "records.timeline", {
      id,
    });
    assert.deepEqual(
      items[0]?.note?.mentions.map(({ name, written }) => [name, written]),
      [["Tomasz Wrona", "Tomasz Wrona"]],
    );
    await note.getByRole("button", { name: "Pin this note" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Note pinned.").waitFor();
    const pinned = page.getByRole("region", { name: "Pinned notes" });
    await pinned.getByText("Signed", { exact: true }).waitFor();
    await ask(page, "records.delete", { id: other });
    await pinned.getByText("in the trash").waitFor();
    await page.keyboard.press("Escape");
    await pinned.getByRole("button", { name: "Unpin this note" }).focus();
    await page.keyboard.press("Enter");
    await pinned.waitFor({ state: "detached" });
    await story(page).getByText("unpinned a note").waitFor();
  }),
);

const MARKED = [
  "# Offer",
  "**Two deliveries**, *the first in March*. See [the data sheet](https://files.example/sheet) or https://files.example/a_b.",
  "",
  "- [x] Data sheets sent",
  "- [ ] Price for three years",
  "",
  "1. One",
  "2. Two",
  "   - deeper",
  "",
  "> They said so",
  "",
  "`code` and",
  "```",
  "select * from meters where name like 'a long line that is wider than a phone, and is scrolled by itself'",
  "```",
].join("\n");

for (const look of looks)
  test(`notes of every kind, ${look.size} ${look.scheme}`, { tag: "@matrix" }, () =>
    demo.within(look, async (page) => {
      const id = await addDeal(page, `Noted ${look.size} ${look.scheme}`);
      await page.goto(`/records/deal/${id}`);
      await story(page).getByText("created the").waitFor();
      assert.equal(await page.getByRole("region", { name: "Pinned notes" }).count(), 0);
      const old = "* 3 * 4\n    four spaces\n#12 **as it is** https://files.example/x";
      await ask(page, "records.addNote", { id, text: old });
      const { id: note } = await ask<{ id: string }>(page, "records.addNote", { id, text: MARKED, format: "markdown" });
      await ask(page, "records.pinNote", { id, note });
      await page.reload();
      await page.getByRole("region", { name: "Pinned notes" }).getByRole("heading", { name: "Offer" }).waitFor();
      await story(page).getByRole("heading", { name: "Offer" }).waitFor();
      // An old note has its own lines, and nothing in it is an element.
      const plain = story(page).locator("p", { hasText: "as it is" });
      assert.equal(await plain.evaluate((one) => one.innerHTML), old);
      assert.equal(await story(page).getByRole("link", { name: "the data sheet" }).getAttribute("rel"), "noopener noreferrer nofollow");
      await settled(page);
      await shoot(page, `notes-${look.size}-${look.scheme}`);
      assert.deepEqual(await axeViolations(page), []);
      await box(page).fill("Ask @");
      await page.getByRole("option").first().waitFor();
      await settled(page);
      await shoot(page, `notes-typing-${look.size}-${look.scheme}`);
      assert.deepEqual(await axeViolations(page), []);
      await page.keyboard.press("Escape");
      await page.getByRole("option").first().waitFor({ state: "detached" });
      await box(page).fill("word");
      await box(page).selectText();
      for (const [name, value] of [
        ["Bold", "**word**"],
        ["Italic", "***word***"],
        ["List", "- ***word***"],
      ] as const) {
        await page.getByRole("button", { name, exact: true }).click();
        assert.equal(await box(page).inputValue(), value);
      }
      await box(page).fill("offer");
      await box(page).selectText();
      await page.getByRole("button", { name: "Link", exact: true }).click();
      assert.equal(await box(page).inputValue(), "[offer]()");
      await box(page).fill("");
    }),
  );
