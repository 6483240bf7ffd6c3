import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { settled, windows } from "./browser.ts";
import { test } from "./fixtures.ts";
import { receive } from "./incoming.ts";
import { ask } from "./records.ts";
import { sharedDemo } from "./shared-demo.ts";

const demo = sharedDemo();

const open = async (page: Page, path: string, size: { width: number; height: number }) => {
  await page.setViewportSize(size);
  await page.goto(path);
  await settled(page);
};

/** What is wrong with a row of tabs: the open one is not whole, or the row ends at an edge without a fade, or has one where it does not go on. */
const tabFaults = (page: Page, name: string) =>
  page.getByRole("navigation", { name, exact: true }).evaluate((nav) => {
    const faults: string[] = [];
    const style = getComputedStyle(nav);
    const fade = { start: Number.parseFloat(style.getPropertyValue("--start")), end: Number.parseFloat(style.getPropertyValue("--end")) };
    const goesOn = { start: nav.scrollLeft > 1, end: nav.scrollLeft + nav.clientWidth < nav.scrollWidth - 1 };
    if (style.maskImage === "none") faults.push("no mask");
    for (const side of ["start", "end"] as const)
      if (goesOn[side] !== fade[side] > 0) faults.push(`${side}: goes on ${goesOn[side]}, fades ${fade[side]} px`);
    const edge = nav.getBoundingClientRect();
    const tab = nav.querySelector("[aria-current=page]")?.getBoundingClientRect();
    if (!tab || tab.left < edge.left + fade.start - 8 || tab.right > edge.right - fade.end + 8)
      faults.push("the open tab is not whole in sight");
    return faults;
  });

test("tabs that go on beyond an edge fade there, and the open one is whole in sight", async () => {
  await demo.within({}, async (page) => {
    const rows: Record<string, string> = {
      "/company/channels": "Company",
      "/company/webhooks": "Company",
      "/company": "Company",
      "/company/jobs": "Company",
      "/profile/api": "Profile",
      "/lead-sending/rules": "Lead sending",
      "/inbox": "Inbox",
      "/inbox?tab=closed": "Inbox",
      "/records/deal": "Views",
    };
    const faults: Record<string, string[]> = {};
    for (const [path, name] of Object.entries(rows))
      for (const width of [390, 720, 820, 1024, 1440]) {
        await open(page, path, { width, height: 844 });
        const found = await tabFaults(page, name);
        if (found.length > 0) faults[`${path} ${width}`] = found;
      }
    assert.deepEqual(faults, {});
    // Whoever scrolls on finds the fade at the other side.
    await open(page, "/company", { width: 390, height: 844 });
    const nav = page.getByRole("navigation", { name: "Company", exact: true });
    await nav.evaluate((row) => row.scrollTo({ left: row.scrollWidth }));
    await page.waitForFunction(() => document.querySelector("nav[aria-label=Company]")?.matches("[data-before]:not([data-after])"));
    await nav.getByRole("link", { name: "Background jobs" }).click();
    await settled(page);
    assert.deepEqual(await tabFaults(page, "Company"), []);
    assert.deepEqual(await axeViolations(page), []);
  });
});

test("a board shows whole lanes and the beginning of the next, and a card its whole day", async () => {
  await demo.within({}, async (page) => {
    for (const [window, size] of Object.entries(windows)) {
      await open(page, "/records/deal?layout=board&sort=-amount", size);
      const board = page.getByRole("group", { name: "Deals by stage" });
      const faults = await board.evaluate((element) => {
        const found: string[] = [];
        const edge = element.getBoundingClientRect();
        for (const lane of element.querySelectorAll("section"))
          for (const word of lane.querySelectorAll("header b, header span")) {
            const range = document.createRange();
            range.selectNodeContents(word);
            const box = range.getBoundingClientRect();
            if (box.width > 0 && box.left < edge.right - 1 && box.right > edge.right + 1 && (word.textContent ?? "") !== "")
              found.push(`“${word.textContent}” of ${lane.getAttribute("aria-label")} is cut`);
          }
        for (const day of element.querySelectorAll("article time")) {
          const place = day.parentElement?.getBoundingClientRect();
          const [text] = day.children;
          const end = (text ?? day).getBoundingClientRect().right;
          if (place && end > place.right + 1) found.push(`“${day.textContent}” on a card is cut`);
        }
        return [...new Set(found)];
      });
      assert.deepEqual(faults, [], window);
      assert.deepEqual(await axeViolations(page), [], window);
    }
  });
});

test("the areas on a phone have the same width each", async () => {
  await demo.within({ size: "phone" }, async (page) => {
    await open(page, "/records/deal", windows["390"]);
    const widths = await page
      .getByRole("navigation", { name: "Main" })
      .last()
      .evaluate((bar) => [...bar.children].map((item) => Math.round(item.getBoundingClientRect().width)));
    assert.deepEqual(widths, [78, 78, 78, 78, 78]);
  });
});

test("a message that was not delivered has its whole button in every window", async () => {
  await demo.within({}, async (page) => {
    // Nobody listens there.
    const { webhook } = await ask<{ webhook: { id: string } }>(page, "webhooks.create", {
      name: "Cut off",
      url: "http://127.0.0.1:9/hook",
    });
    await ask(page, "webhooks.sendTest", { id: webhook.id });
    for (const [window, size] of Object.entries(windows)) {
      await open(page, "/company/webhooks", size);
      const button = page.getByRole("button", { name: /^Resend/ }).first();
      await button.waitFor();
      const cut = await button.evaluate((element) => {
        const row = element.closest("li, tr")?.getBoundingClientRect();
        const label = [...element.querySelectorAll("span")].at(-1);
        const box = element.getBoundingClientRect();
        return !row || !label || label.scrollWidth > label.clientWidth || box.right > row.right || box.bottom > row.bottom;
      });
      assert.equal(cut, false, window);
    }
    await ask(page, "webhooks.delete", { id: webhook.id });
  });
});

test("beside the list a conversation says its time to answer in one line", async () => {
  await demo.within({}, async (page) => {
    const channel = await ask<{ id: string }>(page, "channels.create", { kind: "api", name: "Cut off" });
    const id = await receive(page, channel.id, {
      thread: "cut",
      name: "Erik Holm",
      from: "erik@a.example",
      subject: "Offer 2214",
      text: "Thanks.",
    });
    await ask(page, "inbox.update", { id, tags: ["offer", "north plant"] });
    for (const width of [1024, 1100, 1440]) {
      await open(page, `/inbox/${id}`, { width, height: 768 });
      const due = page.getByText(/Reply (due|is)/);
      await due.waitFor();
      assert.ok(((await due.boundingBox())?.height ?? 99) <= 22, `at ${width} px`);
      for (const tag of ["offer", "north plant"])
        assert.ok(
          await page.getByText(tag, { exact: true }).evaluate((one) => one.scrollWidth <= one.clientWidth),
          `${tag} at ${width} px`,
        );
      assert.deepEqual(await axeViolations(page), []);
    }
  });
});

test("the palette ends inside a low window", async () => {
  await demo.within({}, async (page) => {
    for (const size of [windows["1440 at 200 %"], windows["1024 at 200 %"], windows["390"]]) {
      await open(page, "/records/deal", size);
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search or run a command" }).fill("energy");
      await page
        .getByRole("option", { name: /Energy/ })
        .first()
        .waitFor();
      const dialog = page.getByRole("dialog", { name: "Search or run a command" });
      const list = page.getByRole("listbox");
      const [outer, inner] = [await dialog.boundingBox(), await list.boundingBox()];
      const end = (outer?.y ?? 0) + (outer?.height ?? Number.NaN);
      assert.ok(end <= size.height, `the palette ends at ${end} of ${size.height} px`);
      assert.ok((inner?.y ?? 0) + (inner?.height ?? Number.NaN) <= end, `the list stays inside at ${size.width} px`);
    }
  });
});
