import assert from "node:assert/strict";
import { signInByForm, visit } from "./browser.ts";
import { test } from "./fixtures.ts";

const HOUR_MS = 60 * 60_000;

test("signing in, and proving it is still you", { tag: "@gate" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation({ withDemo: true });
  const here = await visit(browser, installation.baseUrl);
  const elsewhere = await visit(browser, installation.baseUrl);

  await test.step("what is wrong stands under its field, or above the form when it is about both", async () => {
    const { page } = here;
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill("mara");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Use an email address such as mara@fernhill.example.").waitFor();
    await page.getByText("Enter your password.").waitFor();
    await page.getByLabel("Email").fill(installation.member.email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("alert").getByText("Email and password do not match.").waitFor();
    assert.equal(await page.getByLabel("Email").inputValue(), installation.member.email, "what was typed is kept");
  });

  await test.step("a page behind the gate comes back after signing in", async () => {
    const { page } = here;
    await page.goto("/profile/security");
    await page.waitForURL("**/sign-in?next=*");
    await page.getByLabel("Email").fill(installation.member.email);
    await page.getByLabel("Password", { exact: true }).fill(installation.member.password);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Security" }).waitFor();
  });

  await test.step("a link cannot send anyone to another site", async () => {
    for (const next of ["//evil.example", "/\\evil.example", "https://evil.example/profile", "/nowhere"]) {
      await signInByForm(elsewhere.page, installation.member, next);
      await elsewhere.page.waitForURL(`${installation.baseUrl}/dashboard`);
    }
  });

  await test.step("a new password ends every other session", async () => {
    const { page } = here;
    await page.getByLabel("Current password").fill("wrong");
    await page.getByLabel("New password").fill("a few words in a row");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("That is not your current password.").waitFor();
    await page.getByLabel("Current password").fill(installation.member.password);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed. Every other session has ended.").waitFor();
    await elsewhere.page.goto("/profile");
    await elsewhere.page.waitForURL("**/sign-in*");
  });

  await test.step("a sensitive step asks for the password again, then goes on by itself", async () => {
    const { page } = here;
    await installation.passTime(HOUR_MS);
    await page.goto("/profile/api?add=true");
    await page.getByRole("dialog", { name: "Add a key" }).getByLabel("Name").fill("n8n");
    await page.keyboard.press("Enter");
    const question = page.getByRole("dialog", { name: "Enter your password" });
    await question.getByLabel("Password", { exact: true }).fill("wrong");
    await page.keyboard.press("Enter");
    await question.getByText("That is not your password.").waitFor();
    await question.getByLabel("Password", { exact: true }).fill("a few words in a row");
    await page.keyboard.press("Enter");
    await page.getByText("Key “n8n” added").waitFor();
  });

  await test.step("closing the question leaves the form as it was", async () => {
    const { page } = here;
    await installation.passTime(HOUR_MS);
    await page.goto("/profile/api?add=true");
    await page.getByRole("dialog", { name: "Add a key" }).getByLabel("Name").fill("Cursor");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Enter your password" }).getByLabel("Password", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Enter your password" }).waitFor({ state: "detached" });
    assert.equal(await page.getByRole("dialog", { name: "Add a key" }).getByLabel("Name").inputValue(), "Cursor");
  });

  await test.step("without the service, what was typed stays and can be sent again", async () => {
    const { page } = here;
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Add key" }).click();
    await page.getByText("Kith cannot be reached.").waitFor();
    assert.equal(await page.getByRole("dialog").getByLabel("Name").inputValue(), "Cursor");
    await page.context().setOffline(false);
  });

  assert.deepEqual([...here.consoleErrors, ...elsewhere.consoleErrors], []);
});
