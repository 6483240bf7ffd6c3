import assert from "node:assert/strict";
import { pages } from "../server/src/pages.ts";
import { settled, signUp, visit } from "./browser.ts";
import { test } from "./fixtures.ts";
import { MAILS, storeInbox } from "./hostile-inbox.ts";
import { storeLeads } from "./hostile-leads.ts";
import { oddities, PAYLOADS, type Stored, storePayloads, watch } from "./hostile.ts";
import { ask } from "./records.ts";

const FILTER = "filter=name~pwned";

/** What stands in an address beside the paths of the contract: what a page shows only when asked. */
const asked = ({ importId, dashboardId }: Stored): Record<string, string[]> => ({
  "/dashboard": [`id=${dashboardId}`, `id=${dashboardId}&arrange=true`],
  "/company/data-model": ["type=odd", "type=odd&field=select", "type=odd&open=new-field", "type=deal"],
  "/inbox": [`filter=${encodeURIComponent(PAYLOADS[1] ?? "")}`],
  "/records/import": [`id=${importId}`, "type=odd"],
  "/records/{type}": [FILTER, "layout=board", "group=select", "create=true", `filter=${encodeURIComponent(`name:"${PAYLOADS[1]}"`)}`],
});

test("a stored text never runs in a list and on a record's page", { tag: "@gate" }, async ({ browser, startInstallation }) => {
  const installation = await startInstallation();
  const { page, consoleErrors } = await visit(browser, installation.baseUrl);
  const found: string[] = [];
  await watch(page, found);
  await signUp(page, "attacker@pwned.example");
  const { records } = await storePayloads(page, installation.baseUrl);
  for (const address of ["/records/odd", `/records/odd/${records.get("odd")}`, `/records/contact/${records.get("contact")}`]) {
    await page.goto(address);
    await settled(page);
    for (const odd of await oddities(page)) found.push(`${address}: ${odd}`);
  }
  assert.deepEqual(found, []);
  assert.deepEqual(consoleErrors, []);
  // The control: markup made of a text would be found.
  await page.evaluate(() => document.querySelector("main")?.setAttribute("data-pwned", ""));
  assert.equal((await oddities(page)).length, 1);
});

test(
  "no text that anybody can store ever runs, becomes markup or a link, on every page",
  { tag: "@matrix" },
  async ({ browser, startInstallation }) => {
    const installation = await startInstallation();
    const { page, consoleErrors } = await visit(browser, installation.baseUrl);
    const found: string[] = [];
    await watch(page, found);
    await signUp(page, "attacker@pwned.example");
    const stored = await storePayloads(page, installation.baseUrl);
    const leads = await storeLeads(page, installation.baseUrl);
    const inbox = await storeInbox(page, stored.records.get("contact") ?? "", installation.passTime);
    const ids: Record<string, string> = { ...leads.ids, ...inbox.ids, page: "http" };
    console.log(
      `${PAYLOADS.length} payloads, ${stored.values + leads.values + inbox.values} values stored, ${stored.refused} addresses refused`,
    );
    let looks = 0;

    /** Looks at what is on the page, and at everything that is only there under the pointer. */
    const look = async (what: string) => {
      looks++;
      await settled(page);
      for (const odd of await oddities(page)) found.push(`${what}: ${odd}`);
    };
    const open = async (address: string) => {
      await page.goto(address);
      await look(address);
    };

    await test.step("every page, with everything it can be asked to show", async () => {
      for (const path of pages) {
        const addresses = path.includes("{type}")
          ? [...stored.records].map(([type, id]) => path.replace("{type}", type).replace("{id}", id))
          : [path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "")];
        for (const address of addresses) await open(address);
        for (const search of asked(stored)[path] ?? []) await open(`${path.replace("{type}", "odd")}?${search}`);
      }
      await open(`/records/deal?layout=board`);
      for (const tab of ["form", "spam", "where", "embed"]) await open(`/lead-sending/sources/${leads.ids["source"]}?tab=${tab}`);
      await open(`/lead-sending/spam?open=${leads.ids["submission"]}`);
      await page.goto(`/f/${leads.form.public_id}`);
      for (const odd of await oddities(page)) found.push(`the form itself: ${odd}`);
      assert.deepEqual(found, []);
    });

    await test.step("a payload stands there as it was written", async () => {
      await page.goto(`/records/odd/${stored.records.get("odd")}`);
      await page.getByRole("heading", { level: 1, name: PAYLOADS[4] }).waitFor();
      await page.waitForFunction((name) => document.title.startsWith(name ?? ""), PAYLOADS[4]);
      for (const text of [PAYLOADS[0], PAYLOADS[11], PAYLOADS[21]])
        await page
          .getByText(text ?? "", { exact: true })
          .first()
          .waitFor();
    });

    await test.step("the panel, the menus, the palette, the filter's proposals and the toasts", async () => {
      const id = stored.records.get("odd") ?? "";
      await page.goto(`/records/odd?peek=${id}`);
      await page.getByRole("complementary").getByRole("region", { name: "Timeline" }).getByRole("listitem").first().waitFor();
      await look("the panel");
      await page.getByRole("button", { name: "Columns" }).click();
      await look("the columns");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      for (const typed of ["select:", "user:", "relation:", "name:", "p", "stage:o1 select:o2", PAYLOADS[1] ?? ""]) {
        await page.goto("/records/odd");
        await page
          .getByRole("textbox", { name: /Filter/ })
          .first()
          .click();
        await page.keyboard.type(typed, { delay: 1 });
        await look(`the filter after ${typed}`);
      }
      await page.goto(`/records/odd?filter=${encodeURIComponent("select:o1,o2 user:@me")}`);
      await page.getByRole("button", { name: "Chips" }).click();
      await look("the chips");
      await page.keyboard.press("Control+k");
      for (const typed of ["pwned", "<img", PAYLOADS[1] ?? ""]) {
        await page.getByRole("dialog").getByRole("combobox").fill(typed);
        await look(`the palette for ${typed}`);
      }
      await page.goto(`/records/odd/${id}`);
      await page.getByRole("button", { name: /^More for this/ }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await page.getByText(/moved to trash\.$/).waitFor();
      await look("the toast");
      await page.goto(`/records/odd/${id}`);
      await page.getByRole("button", { name: "Restore" }).click();
      await page.getByText(/restored\.$/).waitFor();
      await look("another toast");
      await page.getByRole("button", { name: /^More for this/ }).click();
      await page.getByRole("menuitem", { name: "Merge with…" }).click();
      await page.getByRole("combobox").fill("pwned");
      await page.getByRole("option").nth(1).click();
      await page.getByRole("dialog", { name: /^Merge 2/ }).waitFor();
      await look("the merge");
      assert.deepEqual(found, []);
    });

    await test.step("a conversation: its mails in their frames, its menus and dialogs", async () => {
      await page.goto(`/inbox/${inbox.ids.conversation}`);
      const messages = page.getByRole("region", { name: "Messages" });
      await messages
        .getByText(PAYLOADS[0] ?? "")
        .first()
        .waitFor();
      await messages
        .getByRole("button", { name: /^Show( earlier messages)?$/ })
        .first()
        .click();
      await page.waitForFunction(
        (count) =>
          [...document.querySelectorAll("iframe")].filter((one) =>
            one.contentDocument?.querySelector("body")?.textContent?.includes("pwned"),
          ).length === count,
        MAILS,
      );
      await look("the mails");
      await page.getByRole("button", { name: "Canned reply" }).click();
      await page
        .getByRole("menuitem", { name: PAYLOADS[1] ?? "" })
        .first()
        .waitFor();
      await look("the canned replies");
      await page.keyboard.press("Escape");
      for (const [item, dialog] of [
        ["Tags", "Tags"],
        ["Merge into another", "Merge into another conversation"],
      ] as const) {
        await page.getByRole("button", { name: "More actions" }).click();
        await page.getByRole("menuitem", { name: item }).click();
        await page.getByRole("dialog", { name: dialog }).waitFor();
        await look(dialog);
        await page.getByRole("button", { name: "Cancel" }).click();
      }
      assert.deepEqual(found, []);
      // The control: what a mail makes of its text would be found in its frame.
      await page.evaluate(() => document.querySelector("iframe")?.contentDocument?.body.setAttribute("data-pwned", ""));
      assert.equal((await oddities(page)).length, 1);
    });

    await test.step("what was exported, and what a stranger reads who was invited", async () => {
      await page.goto("/records/odd");
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: /^Export these/ }).click();
      await page.getByRole("dialog").waitFor();
      await look("the exports");
      await ask(page, "sessions.delete", {}).catch(() => undefined);
      await page.context().clearCookies();
      await page.goto(stored.joinLink);
      await page
        .getByText(PAYLOADS[1] ?? "")
        .first()
        .waitFor();
      await look("the invitation");
      assert.deepEqual(found, []);
    });

    console.log(
      `${looks} looks at ${pages.length} pages: ${found.length} scripts, breaches of the policy, elements or links made of a text`,
    );
    assert.deepEqual(found, []);
    assert.deepEqual(consoleErrors, []);
  },
);
