import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled, signIn } from "./browser.ts";
import { test } from "./fixtures.ts";
import { addDeal, ask, firstOf } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";

const demo = sharedDemo();
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEUlEQVR4nGMwTpv5H4QZMBgAqdcNJ9/a7MwAAAAASUVORK5CYII=", "base64");

const files = (page: Page) => page.getByRole("region", { name: "Files", exact: true });
const row = (page: Page, name: string) => files(page).getByRole("listitem").filter({ hasText: name });

/** A picture to look at: SHOTS=folder. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/records/deal/${id}`);
  await files(page).waitFor();
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel("Files to attach").setInputFiles({ name, mimeType: "application/octet-stream", buffer });

/** Drops a file onto the middle of the page, far from the list. */
async function drop(page: Page, name: string, content: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "kith-drop-"));
  await writeFile(join(folder, name), content);
  const browser = await page.context().newCDPSession(page);
  const event = { x: 600, y: 500, data: { items: [], files: [join(folder, name)], dragOperationsMask: 1 } };
  for (const type of ["dragEnter", "dragOver"] as const) await browser.send("Input.dispatchDragEvent", { type, ...event });
  await page.getByText("Drop to attach to").waitFor();
  await browser.send("Input.dispatchDragEvent", { type: "drop", ...event });
}

test(
  "a file that one person attaches is on a colleague's page at once, who saves the same bytes; removing it is undone",
  { tag: "@gate" },
  () =>
    demo.within({ who: "admin" }, async (mine) => {
      const deal = await addDeal(mine, "Flow <b>metering</b>");
      await open(mine, deal);
      await files(mine).getByText("No files yet.").waitFor();
      await demo.within({ who: "member" }, async (theirs) => {
        await open(theirs, deal);
        await choose(mine, "offer.pdf", Buffer.from("MZ, not a PDF"));
        await row(theirs, "offer.pdf").getByText("The name ends in .pdf, but the file is plain text.").waitFor();
        const saved = theirs.waitForEvent("download");
        await row(theirs, "offer.pdf").getByRole("link").click();
        assert.equal(String(await readFile(await (await saved).path())), "MZ, not a PDF");
        await theirs.getByRole("region", { name: "Timeline" }).getByText("offer.pdf").waitFor();
      });
      await row(mine, "offer.pdf").getByRole("button", { name: "Actions for offer.pdf" }).press("Enter");
      await mine.getByRole("menuitem", { name: "Remove" }).press("Enter");
      await files(mine).getByText("No files yet.").waitFor();
      await mine.keyboard.press("z");
      await row(mine, "offer.pdf").waitFor();
      assert.deepEqual(await axeViolations(mine), []);
    }),
);

test(
  "files are dropped anywhere on the page and pasted, renamed, and a picture is shown without leaving the page",
  { tag: "@matrix" },
  () =>
    demo.within({}, async (page) => {
      const deal = await addDeal(page, "Dropped");
      await open(page, deal);
      await drop(page, "notes.txt", "dropped");
      await row(page, "notes.txt").waitFor();
      await page.evaluate(
        ([bytes = ""]) => {
          const data = new DataTransfer();
          data.items.add(new File([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], "screen.png", { type: "image/png" }));
          document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        },
        [PNG.toString("base64")],
      );
      await row(page, "screen.png")
        .getByRole("button", { name: /^screen\.png/ })
        .click();
      const picture = page.getByRole("img", { name: "Content of screen.png" });
      await picture.waitFor();
      assert.equal(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth), 2, "it is shown");
      await settled(page);
      assert.deepEqual(await axeViolations(page), []);
      await page.keyboard.press("Escape");

      await row(page, "notes.txt").getByRole("button", { name: "Actions for notes.txt" }).click();
      await page.getByRole("menuitem", { name: "Rename" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("read me.txt");
      await page.keyboard.press("Enter");
      await row(page, "read me.txt").waitFor();
      // Its keys are those of the page again.
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.press("z");
      await row(page, "notes.txt").waitFor();
    }),
);

test("a file that is refused says why, and is dismissed", { tag: "@matrix" }, () =>
  demo.within({}, async (page) => {
    await open(page, await addDeal(page, "Refused"));
    await choose(page, "empty.txt", Buffer.alloc(0));
    await row(page, "empty.txt").getByRole("alert").getByText("The file is empty.").waitFor();
    await settled(page);
    assert.deepEqual(await axeViolations(page), []);
    await shoot(page, "record-files-refused");
    await row(page, "empty.txt").getByRole("button", { name: "Dismiss empty.txt" }).click();
    await files(page).getByText("No files yet.").waitFor();
  }),
);

/** The line is cut after some parts of an upload. Answers what mends it. */
async function cutAfter(page: Page, parts: number): Promise<() => Promise<void>> {
  let sent = 0;
  const address = "**/app/uploads/**";
  await page.route(address, (route) => (sent++ < parts ? route.continue() : route.abort("connectionreset")));
  await page.route("**/app/call/files.getUpload", (route) => (sent > parts ? route.abort("connectionreset") : route.continue()));
  return async () => {
    await page.unroute(address);
    await page.unroute("**/app/call/files.getUpload");
  };
}

/** Opens the browser's own dialog with the keyboard, and chooses a file in it. */
async function chooseByKeyboard(page: Page, button: string, path: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await files(page).getByRole("button", { name: button }).press("Enter");
  await (await chooser).setFiles(path);
}

test("a large file waits while the line is cut, goes on after a reload, and is cancelled, by keyboard", { tag: "@gate" }, () =>
  sendLargeFile("desktop"),
);
test("the same of a large file on a phone", { tag: "@matrix" }, () => sendLargeFile("phone"));

async function sendLargeFile(size: "desktop" | "phone"): Promise<void> {
  const { page } = await demo.visit({ size });
  await signIn(page, demo.installation.admin);
  const deal = await addDeal(page, "Site survey");
  const show = async () => {
    await page.goto(`/records/deal/${deal}`);
    if (size === "phone") await page.getByRole("button", { name: "Related" }).press("Enter");
    await files(page).waitFor();
  };
  await show();
  const bytes = randomBytes(11 * 1_048_576 + 5);
  const path = join(await mkdtemp(join(tmpdir(), "kith-large-")), "survey.bin");
  await writeFile(path, bytes);

  const mend = await cutAfter(page, 2);
  await chooseByKeyboard(page, "Attach files", path);
  await row(page, "survey.bin").getByText("The connection is lost. It goes on by itself.").waitFor();
  await row(page, "survey.bin")
    .getByText(/[1-9].* MB of 11\.5 MB/)
    .waitFor();
  await settled(page);
  assert.deepEqual(await axeViolations(page), []);
  await shoot(page, `large-file-held-${size}`);
  await show();
  await mend();
  await row(page, "survey.bin").getByText("Stopped. Choose the same file again to continue.").waitFor();
  const [stopped] = (await ask<{ items: { offset: number }[] }>(page, "files.uploads", {})).items;
  assert.ok((stopped?.offset ?? 0) > 0);
  await settled(page);
  assert.deepEqual(await axeViolations(page), []);
  await shoot(page, `large-file-stopped-${size}`);

  const first = page.waitForRequest(/\/app\/uploads\//);
  await chooseByKeyboard(page, "Choose file survey.bin again", path);
  assert.equal(new URL((await first).url()).searchParams.get("offset"), String(stopped?.offset), "it goes on where it stopped");
  await row(page, "survey.bin").getByRole("link").waitFor();
  const saved = page.waitForEvent("download");
  await row(page, "survey.bin").getByRole("link").press("Enter");
  assert.ok((await readFile(await (await saved).path())).equals(bytes));

  await writeFile(path, bytes.subarray(1));
  const mendAgain = await cutAfter(page, 1);
  await chooseByKeyboard(page, "Attach files", path);
  await files(page).getByText("The connection is lost. It goes on by itself.").waitFor();
  await mendAgain();
  await files(page).getByRole("button", { name: "Cancel survey.bin" }).press("Enter");
  await files(page).getByRole("progressbar").waitFor({ state: "detached" });
  await show();
  await row(page, "survey.bin").waitFor();
  assert.deepEqual(await ask(page, "files.uploads", {}), { items: [] });
  await page.context().close();
}

for (const size of ["desktop", "phone"] as const)
  for (const scheme of ["light", "dark"] as const)
    test(`files of a demo deal, ${size}, ${scheme}`, { tag: "@matrix" }, () =>
      demo.within({ size, scheme }, async (page) => {
        await page.emulateMedia({ colorScheme: scheme });
        const { id } = await firstOf(page, "deal", "is:open");
        const { items } = await ask<{ items: { id: string }[] }>(page, "records.list", {
          type: "deal",
          filter: "is:open",
          sort: "-amount",
          limit: 1,
        });
        await page.goto(`/records/deal/${items[0]?.id ?? id}`);
        if (size === "phone") await page.getByRole("button", { name: "Related" }).click();
        await row(page, "Offer 2026-114.pdf").waitFor();
        await row(page, "Offer 2026-114.pdf").scrollIntoViewIfNeeded();
        await settled(page);
        await shoot(page, `record-files-${size}-${scheme}`);
        assert.deepEqual(await axeViolations(page), []);
      }),
    );
