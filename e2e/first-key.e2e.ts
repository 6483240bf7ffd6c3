import assert from "node:assert/strict";
import { signUp, visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import { listTools } from "./mcp.ts";

test("from sign-up to a teammate's key, its first call and its deletion", { tag: "@gate" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation();
  const { baseUrl } = installation;
  const admin = await visit(browser, baseUrl);
  const teammate = await visit(browser, baseUrl);
  let key = "";

  await test.step("an Admin signs up and invites a teammate; without mail the link is shown", async () => {
    await signUp(admin.page, "duarte@quayside.example");
    await admin.page.getByRole("link", { name: "Invite" }).click();
    const dialog = admin.page.getByRole("dialog");
    await dialog.getByLabel("Email").fill("ana@quayside.example");
    await dialog.getByRole("button", { name: "Invite" }).click();
    const link = await dialog.locator("code").textContent();
    assert.match(link ?? "", new RegExp(`^${baseUrl}/join#token=`));
    await teammate.page.goto(link ?? "");
  });

  await test.step("the teammate joins in a browser of their own", async () => {
    const { page } = teammate;
    await page.getByRole("heading", { name: "Join Quayside Works" }).waitFor();
    await page.getByLabel("Your name").fill("Ana Matos");
    await page.getByLabel("Password", { exact: true }).fill("another quiet harbour");
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByRole("heading", { name: "Set up Quayside Works" }).waitFor();
    assert.equal(await page.getByText("Invite a teammate").count(), 0, "a Member is not asked to invite");
  });

  await test.step("they add a key, which is shown in full", async () => {
    const { page } = teammate;
    await page.getByRole("link", { name: "Add a key" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Claude Code");
    await page.getByRole("button", { name: "Add key" }).click();
    await page.getByText("You will not see it again.").waitFor();
    key = (await page.getByLabel("The key").locator("span").allTextContents()).join("");
    assert.match(key, /^kith[0-9A-Za-z]{60}$/);
    assert.match((await page.getByRole("region", { name: "Claude Code set-up" }).textContent()) ?? "", new RegExp(`KITH_API_KEY='${key}'`));
  });

  await test.step("the dialog shows the first call", async () => {
    await teammate.page.getByText("Waiting for the first call with this key").waitFor();
    assert.equal(await listTools(baseUrl, key), 200);
    await teammate.page.getByText("First call received from Claude Code 2.4").waitFor();
  });

  await test.step("after the dialog is closed, the key is never shown again", async () => {
    const { page } = teammate;
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    assert.equal(await page.getByRole("dialog").count(), 1, "only its buttons close it");
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("rowheader", { name: "Claude Code" }).waitFor();
    assert.ok(!(await page.content()).includes(key));
  });

  await test.step("a deleted key is refused on the next call", async () => {
    const { page } = teammate;
    await page.getByLabel("Select Claude Code").check();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("It stops working at once. Its past changes keep its name.").waitFor();
    await page.getByText("from Claude Code 2.4").waitFor();
    await page.getByRole("button", { name: "Delete key" }).click();
    await page.getByText("No keys yet").waitFor();
    assert.equal(await listTools(baseUrl, key), 401);
  });

  await test.step("the activity shows all of it to the Admin", async () => {
    const { page } = admin;
    await page.goto("/company/activity");
    await page.getByText("Ana Matos deleted the key Claude Code").waitFor();
    await page.getByText("The key Claude Code was used for the first time, by Claude Code 2.4").waitFor();
    await page.getByText("Ana Matos added the key Claude Code").waitFor();
    await page.getByText("Ana Matos joined as Member").waitFor();
  });

  assert.deepEqual([...admin.consoleErrors, ...teammate.consoleErrors], []);
});
