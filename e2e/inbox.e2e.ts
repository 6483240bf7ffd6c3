import assert from "node:assert/strict";
import type { Browser, Page } from "@playwright/test";
import { inMailProgram, until } from "../server/test/mail/mail-program.ts";
import { mailAddress, startMailServers, type MailServers } from "../server/test/mail/mail-servers.ts";
import { missingMailServers } from "../server/test/mail/processes.ts";
import { axeViolations } from "./axe.ts";
import { settled, signIn, visit, type Look } from "./browser.ts";
import { test } from "./fixtures.ts";
import type { Installation } from "./installation.ts";
import { ask } from "./records.ts";
import { presently } from "../server/test/moments.ts";

const missing = missingMailServers();
const [SHARED, OWN, CUSTOMER] = [mailAddress(1), mailAddress(2), mailAddress(3)];
const UNDO_MS = 11_000;
const DAY_MS = 86_400_000;
// A mail takes a moment, and a busy machine some more of them.
const ARRIVES = { timeout: 60_000 };
let servers: MailServers;
let installation: Installation;
let browser: Browser;

// The tests of this file build on one another, so all of them are run again when one fails.
test.describe.configure({ mode: "serial" });
test.skip(missing !== undefined, missing);
test.beforeAll(async ({ browser: ofWorker, startSharedInstallation }) => {
  servers = await startMailServers();
  installation = await startSharedInstallation({ withDemo: true, env: { NODE_EXTRA_CA_CERTS: servers.certificateFile } });
  browser = ofWorker;
});
test.afterAll(async () => {
  await installation[Symbol.asyncDispose]();
  await servers.stop();
});

async function within(look: Look & { who: "admin" | "member"; at?: string }, run: (page: Page) => Promise<void>): Promise<void> {
  const { page, consoleErrors } = await visit(browser, installation.baseUrl, look);
  page.setDefaultTimeout(ARRIVES.timeout);
  await signIn(page, installation[look.who], look.at);
  await run(page);
  assert.deepEqual(consoleErrors, []);
  await page.context().close();
}

const CONNECTING = "/company/channels?add=true";

/** Connects a mailbox on the page, with the keyboard as far as it goes. */
async function connect(page: Page, address: string): Promise<void> {
  if (!page.url().endsWith(CONNECTING)) await page.goto(CONNECTING);
  const dialog = page.getByRole("dialog", { name: "Connect a mailbox" });
  await dialog.getByLabel("Address of the mailbox").fill(address);
  await page.keyboard.press("Enter");
  await dialog.getByLabel(`Password of ${address}`).fill(servers.password);
  await dialog.getByLabel("Receiving (IMAP)", { exact: true }).fill("localhost");
  await dialog.getByLabel("Port of Receiving (IMAP)").fill(String(servers.ports.imaps));
  await dialog.getByLabel("Sending (SMTP)", { exact: true }).fill("localhost");
  await dialog.getByLabel("Port of Sending (SMTP)").fill(String(servers.ports.smtps));
  await dialog.getByLabel("Port of Sending (SMTP)").press("Enter");
  await page.getByRole("heading", { name: address.split("@")[0] ?? "", level: 1 }).waitFor();
}

/** How many mails there are in somebody's mailbox, as their own mail program sees it. */
const answersTo = (address: string) =>
  inMailProgram(servers, address, async (client) => {
    const status = await client.status("INBOX", { messages: true });
    return (status || undefined)?.messages ?? 0;
  });

let mails = 0;
/** Somebody writes, the way mail really comes. */
const post = (to: string, subject: string, from = CUSTOMER) =>
  servers.post(
    to,
    `From: Ines Vos <${from}>\r\nTo: <${to}>\r\nSubject: ${subject}\r\nMessage-ID: <journey-${++mails}@customers.example>\r\nDate: ${presently().toUTCString().replace("GMT", "+0000")}\r\n\r\n${subject}: could you write to me?\r\n`,
    from,
  );

/** The list follows what arrives, without loading the page again. A narrow one shows the first words instead of the subject. */
const row = (page: Page, subject: string) =>
  page.getByRole("region", { name: "Conversations", exact: true }).getByRole("link", { name: subject }).first();
async function open(page: Page, subject: string): Promise<void> {
  await row(page, subject).click();
  await page.getByRole("heading", { name: subject, level: 2 }).waitFor();
  await settled(page);
}
const field = (page: Page) => page.getByRole("textbox", { name: "Answer" });

/** Writes an answer as people who know the keys do. */
async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.press("r");
  await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
  await page.keyboard.type(text);
}

async function bothThemes(page: Page, what: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((scheme) => document.documentElement.dataset["mantineColorScheme"] === scheme, colorScheme);
    await settled(page); // colours fade
    assert.deepEqual(await axeViolations(page), [], `${what}, ${colorScheme}`);
  }
}

test(
  "a mail arrives while the page is open, is answered by keyboard, taken back in time, sent and received",
  { tag: "@gate" },
  async () => {
    await within({ who: "admin", at: CONNECTING }, async (page) => {
      await connect(page, SHARED);
      await page.goto("/inbox");
      await settled(page);
      await post(SHARED, "Data sheet of the meter");
      await open(page, "Data sheet of the meter");
      await bothThemes(page, "a conversation");
      await write(page, "Here it is.");
      await page.keyboard.press("Control+Enter");
      await page
        .getByText(/Sending in \d+/)
        .first()
        .waitFor();
      // The cursor is in the field: a letter would be written there.
      await page.keyboard.press("Escape");
      await page.locator("body").press("z");
      await page.getByText("Not sent. Your text is back.").waitFor();
      assert.equal(await field(page).inputValue(), "Here it is.");
      await field(page).press("Control+Enter");
      await page
        .getByText(/Sending in \d+/)
        .first()
        .waitFor();
      await installation.passTime(UNDO_MS);
      await page.getByText("Sent", { exact: true }).waitFor();
      await until("it is in their mailbox", async () => (await answersTo(CUSTOMER)) > 0, 30);
      assert.equal(await answersTo(CUSTOMER), 1, "once, although it was sent twice and taken back once");
      await bothThemes(page, "an answer that was sent");
    });
  },
);

test("two people answer at once: one leaves, the other is told whose", { tag: "@matrix" }, async () => {
  await post(SHARED, "Price of ten pieces");
  await within({ who: "member" }, async (tomasz) => {
    await tomasz.goto("/inbox");
    await open(tomasz, "Price of ten pieces");
    await write(tomasz, "Ten pieces are 900 euros.");
    await within({ who: "admin" }, async (mara) => {
      await mara.goto("/inbox");
      await open(mara, "Price of ten pieces");
      await write(mara, "I send you an offer today.");
      await mara.keyboard.press("Control+Enter");
      await mara
        .getByText(/Sending in \d+/)
        .first()
        .waitFor();
    });
    await field(tomasz).press("Control+Enter");
    const warning = tomasz.getByRole("alert").filter({ hasText: "while you were writing" });
    await warning.getByText("Mara Lindqvist").waitFor();
    assert.deepEqual(await axeViolations(tomasz), []);
    assert.equal(await field(tomasz).inputValue(), "Ten pieces are 900 euros.");
    const { items } = await ask<{ items: { id: string }[] }>(tomasz, "inbox.list", { filter: 'subject:"Price of ten pieces"' });
    const { items: written } = await ask<{ items: { direction: string }[] }>(tomasz, "inbox.messages", { id: items[0]?.id });
    assert.equal(written.filter((one) => one.direction === "out").length, 1, "one answer");
  });
});

test("an answer that bounces says so with the server's own words, and the next one is refused", { tag: "@matrix" }, async () => {
  await post(SHARED, "Nobody there", "gone@elsewhere.example");
  await within({ who: "admin" }, async (page) => {
    await page.goto("/inbox");
    await open(page, "Nobody there");
    await write(page, "Are you there?");
    await page.keyboard.press("Control+Enter");
    await page
      .getByText(/Sending in \d+/)
      .first()
      .waitFor();
    await installation.passTime(UNDO_MS);
    const words = page.getByRole("status").filter({ hasText: "Not sent." }).locator("q");
    await words.waitFor();
    assert.match(await words.innerText(), /5\.1\.1|doesn't exist/);
    await bothThemes(page, "a bounce");
    await field(page).fill("Once more.");
    await field(page).press("Control+Enter");
    await page.getByRole("alert").filter({ hasText: "Messages to this address came back" }).waitFor();
  });
});

/** The same with a file. */
function postFile(to: string, subject: string): Promise<void> {
  const head = `From: Ines Vos <${CUSTOMER}>\r\nTo: <${to}>\r\nSubject: ${subject}\r\nMessage-ID: <journey-${++mails}@customers.example>\r\nMIME-Version: 1.0`;
  const text = "Content-Type: text/plain\r\n\r\nIt is attached.";
  const file =
    "Content-Type: text/plain; name=contract.txt\r\nContent-Disposition: attachment; filename=contract.txt\r\n\r\nTwelve months.";
  const parts = [text, file].map((part) => `--part\r\n${part}\r\n`).join("");
  return servers.post(to, `${head}\r\nContent-Type: multipart/mixed; boundary=part\r\n\r\n${parts}--part--\r\n`, CUSTOMER);
}

test(
  "a mailbox of one's own: a colleague sees nothing of it until a conversation is shared, and nothing once it is not",

  { tag: "@matrix" },
  async () => {
    const SUBJECT = "My own contract";
    await within({ who: "member" }, async (owner) => {
      await connect(owner, OWN);
      await owner.goto("/inbox");
      await settled(owner);
      await postFile(OWN, SUBJECT);
      await open(owner, SUBJECT);
      const { pathname } = new URL(owner.url());
      const file = (await owner.getByRole("list", { name: "Files" }).getByRole("link").getAttribute("href")) ?? "";
      const share = async (item: string, said: string) => {
        await owner.getByRole("button", { name: "More actions" }).click();
        await owner.getByRole("menuitem", { name: item }).click();
        await owner.getByText(said).waitFor();
      };
      await within({ who: "admin" }, async (colleague) => {
        const fileOf = () =>
          colleague.evaluate(async (url) => {
            const got = await fetch(url);
            return `${got.status} ${got.ok ? await got.text() : ""}`.trim();
          }, file);
        const seesNothing = async (when: string) => {
          await colleague.goto(pathname);
          await colleague.getByText("There is no such conversation").waitFor();
          const { items } = await ask<{ items: object[] }>(colleague, "inbox.list", { filter: `"${SUBJECT}"` });
          assert.deepEqual([items, await fileOf(), await row(colleague, SUBJECT).count()], [[], "404", 0], when);
        };
        await seesNothing("before");
        await share("Share with everyone", "Every member sees it now.");
        await open(colleague, SUBJECT);
        assert.equal(await fileOf(), "200 Twelve months.");
        assert.deepEqual(await axeViolations(colleague), []);
        await share("Stop sharing with everyone", "Only who sees the channel sees it now.");
        // Without loading the page again.
        await row(colleague, SUBJECT).waitFor({ state: "detached" });
        await colleague.getByText("There is no such conversation").waitFor();
        await seesNothing("afterwards");
      });
      await row(owner, SUBJECT).waitFor();
    });
  },
);

// The last one: it moves the clock by more than a day.
test("a snoozed conversation leaves the list and comes back at its time", { tag: "@matrix" }, async () => {
  await post(SHARED, "After the holidays");
  await within({ who: "admin" }, async (page) => {
    await page.goto("/inbox");
    await open(page, "After the holidays");
    await page.keyboard.press("s");
    await page.getByRole("menuitem", { name: /^Tomorrow/ }).press("Enter");
    await page.getByText(/^Snoozed until/).waitFor();
    await row(page, "After the holidays").waitFor({ state: "detached" });
    await installation.passTime(DAY_MS + DAY_MS / 2);
    await row(page, "After the holidays").waitFor();
  });
});
