import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { startBreakingSmtp } from "../server/test/mail/breaking-smtp.ts";
import { writeUsers } from "../server/test/mail/dovecot.ts";
import { mailAddress, startMailServers, type MailServers } from "../server/test/mail/mail-servers.ts";
import { missingMailServers } from "../server/test/mail/processes.ts";
import { axeViolations } from "./axe.ts";
import { settled, signIn, visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import type { Installation } from "./installation.ts";
import { ask } from "./records.ts";
import { until } from "../server/test/waiting.ts";

const missing = missingMailServers();
const USER = mailAddress(1);
let servers: MailServers;
let installation: Installation;
let browser: Browser;

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

const dialog = (page: Page) => page.getByRole("dialog", { name: "Connect a mailbox" });

async function fillServers(page: Page, sendingPort = servers.ports.smtps): Promise<void> {
  await dialog(page).getByLabel("Receiving (IMAP)", { exact: true }).fill("localhost");
  await dialog(page).getByLabel("Port of Receiving (IMAP)").fill(String(servers.ports.imaps));
  await dialog(page).getByLabel("Sending (SMTP)", { exact: true }).fill("localhost");
  await dialog(page).getByLabel("Port of Sending (SMTP)").fill(String(sendingPort));
}

test(
  "connect a mailbox: a wrong password says so and keeps what was entered; mended in the row when it is changed over there",

  { tag: "@gate" },
  async () => {
    const { page, consoleErrors } = await visit(browser, installation.baseUrl);
    await signIn(page, installation.admin, "/company/channels");
    await page.getByRole("button", { name: "Add channel" }).click();
    await dialog(page).getByLabel("Address of the mailbox").fill(USER);
    await page.keyboard.press("Enter");
    await dialog(page).getByLabel(`Password of ${USER}`).fill("not it");
    await fillServers(page);
    await settled(page);
    assert.deepEqual(await axeViolations(page, "[role=dialog]"), []);
    await dialog(page).getByRole("button", { name: "Connect" }).click();
    await dialog(page).getByText("The mail server refused the user name or the password.").first().waitFor();
    await dialog(page).getByLabel(`Password of ${USER}`).fill(servers.password);
    await dialog(page).getByRole("button", { name: "Connect" }).click();
    await page.getByRole("heading", { name: "u1", level: 1 }).waitFor();
    await page.getByText("Working").first().waitFor();
    await page.getByRole("button", { name: "Show the last session" }).click();
    await page.getByRole("region", { name: "Lines of the last session" }).waitFor();
    assert.deepEqual(await axeViolations(page), []);

    writeUsers(servers.folder, [{ address: USER, password: "changed over there" }]);
    // The mail server reads its passwords once a second at most: until then it takes the old one.
    const isStopped = () => page.getByText("Stopped").first().isVisible();
    const tryNow = async () => {
      await page.getByRole("button", { name: "Try now" }).click();
      await settled(page);
      return isStopped();
    };
    await until(async () => (await isStopped()) || (await tryNow()), "it stops", { everyMs: 1_000 });
    await page.goto("/company/channels");
    await page.getByLabel(`New password for ${USER}`).fill("changed over there");
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press("Enter");
    await page.getByText("“u1” connected.").waitFor();
    await page
      .getByRole("row", { name: /\bu1\b/ })
      .getByText("Working")
      .waitFor();
    // The browser itself writes down every answer of 4xx.
    assert.deepEqual(
      consoleErrors.filter((line) => !/422/.test(line)),
      [],
    );
    await page.context().close();
  },
);

test("a member connects their own mailbox on a phone, and nobody is offered to share it", { tag: "@matrix" }, async () => {
  writeUsers(servers.folder, [{ address: mailAddress(2), password: servers.password }]);
  const { page } = await visit(browser, installation.baseUrl, { size: "phone" });
  await signIn(page, installation.member);
  await page.goto("/company/channels?add=true");
  await dialog(page).getByLabel("Address of the mailbox").fill(mailAddress(2));
  await page.keyboard.press("Enter");
  await dialog(page)
    .getByLabel(`Password of ${mailAddress(2)}`)
    .fill(servers.password);
  await fillServers(page);
  assert.equal(await dialog(page).getByRole("radio").count(), 1, "only for themselves");
  await dialog(page).getByRole("button", { name: "Connect" }).click();
  await page.getByRole("heading", { name: "u2", level: 1 }).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await page.context().close();
});

test(
  "a mailbox that is read and refuses to send says so on its page and in a new message, and is mended there",
  { tag: "@matrix" },
  async () => {
    const user = mailAddress(3);
    writeUsers(servers.folder, [{ address: user, password: servers.password }]);
    const ownFile = (name: string) => readFileSync(join(servers.folder, name), "utf8");
    const smtp = await startBreakingSmtp({ key: ownFile("key.pem"), cert: ownFile("cert.pem") });
    await using ending = new AsyncDisposableStack();
    ending.defer(async () => void (await smtp.stop()));
    const { page, consoleErrors } = await visit(browser, installation.baseUrl);
    await signIn(page, installation.admin);
    await page.goto("/company/channels?add=true");
    await dialog(page).getByLabel("Address of the mailbox").fill(user);
    await page.keyboard.press("Enter");
    await dialog(page).getByLabel(`Password of ${user}`).fill(servers.password);
    await fillServers(page, smtp.port);
    await dialog(page).getByRole("button", { name: "Connect" }).click();
    await page.getByRole("heading", { name: "u3", level: 1 }).waitFor();
    const channel = new URL(page.url()).pathname.split("/").at(-1) ?? "";

    smtp.state.breaksAt = "auth 535";
    const message = { channel, to: ["ines@elsewhere.example"], subject: "Order", text: "Tomorrow.", purpose: "personal" };
    await ask(page, "inbox.writeMessage", message);
    await installation.passTime(11_000);
    const trouble = page.getByRole("alert").filter({ hasText: "Sending fails:" });
    await trouble.waitFor({ timeout: 60_000 });
    await settled(page);
    assert.deepEqual(await axeViolations(page), []);
    await page.goto("/inbox?write=true");
    const writing = page.getByRole("dialog", { name: "New message" });
    await settled(page);
    await writing.getByRole("combobox", { name: "From" }).click();
    await page.getByRole("option", { name: `u3, ${user}, sends nothing` }).click();
    await writing.getByText("“u3” sends nothing.", { exact: false }).waitFor();
    await writing.getByLabel("Message").fill("Tomorrow.");
    assert.equal(await writing.getByRole("button", { name: "Send", exact: true }).isDisabled(), true);

    await page.goto(`/company/channels/${channel}`);
    await trouble.getByLabel(`New password for ${user}`).fill("not it either");
    await page.keyboard.press("Enter");
    await trouble.getByText("The mail server refused the user name or the password.", { exact: false }).nth(1).waitFor();
    smtp.state.breaksAt = "nowhere";
    await trouble.getByLabel(`New password for ${user}`).fill(servers.password);
    await page.keyboard.press("Enter");
    await page.getByText("“u3” connected.").waitFor();
    await trouble.waitFor({ state: "detached", timeout: 60_000 });
    assert.deepEqual(
      consoleErrors.filter((line) => !/422/.test(line)),
      [],
    );
    await page.context().close();
  },
);
