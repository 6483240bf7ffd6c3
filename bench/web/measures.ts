import type { Page } from "@playwright/test";
import { settled } from "../../e2e/browser.ts";
import { timeOf } from "./page-clock.ts";

const LIST = "/records/deal";
const STAGES = ["qualified", "discovery", "proposal", "negotiation", "won", "lost"];
const HAS_ROWS = `() => document.querySelector("[role=rowheader]") !== null`;

const firstRow = (page: Page) => page.getByRole("rowheader").first();

/** From a click in the sidebar to the frame with rows in it. Another page is open before, and nothing of this list is cached. */
export async function navigate(page: Page, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    await page.goto("/company");
    await page.getByRole("link", { name: "Deals" }).waitFor();
    await settled(page);
    const taken = await timeOf(page, "pointerdown", () => page.getByRole("link", { name: "Deals" }).click(), HAS_ROWS);
    if (round > 0) times.push(taken);
  }
  return times;
}

/** From loading the address, as from a bookmark, to the frame with rows in it. */
export async function openList(page: Page, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    await page.goto("about:blank");
    await page.goto(LIST, { waitUntil: "commit" });
    const taken = await page.evaluate<number>(
      `new Promise((resolve) => { const look = () => ((${HAS_ROWS})() ? resolve(performance.now()) : requestAnimationFrame(look)); look(); })`,
    );
    if (round > 0) times.push(taken);
  }
  return times;
}

/** From Enter in the filter bar to the first frame in which the rows are those of the new filter. */
export async function filterRows(page: Page, rounds: number): Promise<number[]> {
  await page.goto(`${LIST}?filter=${encodeURIComponent("stage:won")}`);
  await firstRow(page).waitFor();
  await settled(page);
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const stage = STAGES[round % STAGES.length] ?? "";
    await page.keyboard.press("/");
    await page.keyboard.press("Control+a");
    await page.keyboard.type(`stage:${stage} amount>=${(round + 1) * 1_000}`);
    const before = await firstRow(page).textContent();
    const isNew = `() => { const row = document.querySelector("[role=rowheader]"); return row !== null && row.textContent !== ${JSON.stringify(before)}; }`;
    const taken = await timeOf(page, "keydown", () => page.keyboard.press("Enter"), isNew);
    if (round > 0) times.push(taken);
    await page.keyboard.press("Escape");
    await settled(page);
  }
  return times;
}

/** From Enter in a cell to the frame that shows its new value. */
export async function editCells(page: Page, rounds: number): Promise<number[]> {
  await page.goto(`${LIST}?sort=name&columns=next_step,amount`);
  await firstRow(page).waitFor();
  await page.getByRole("grid").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Next step" }).waitFor();
    await page.keyboard.press("Control+a");
    const text = `Call back number ${round}, ${Date.now()}`;
    await page.keyboard.type(text);
    const isShown = `() => document.querySelector("[role=grid] input:not([type=checkbox]), [role=grid] textarea") === null && document.querySelector("[role=grid]").textContent.includes(${JSON.stringify(text)})`;
    const taken = await timeOf(page, "keydown", () => page.keyboard.press("Enter"), isShown);
    if (round > 0) times.push(taken);
    await settled(page);
  }
  return times;
}

/** Scrolls a list down to the wanted row, frame by frame, as fast as its pages load. */
export async function scrollRows(page: Page, rows: number) {
  await page.goto(LIST);
  await firstRow(page).waitFor();
  await settled(page);
  const { frames, seconds, reached } = await page.evaluate(async (wanted) => {
    const grid = document.querySelector("[role=grid]");
    if (!grid) throw new Error("there is no list");
    let [frames, reached] = [0, 0];
    const started = performance.now();
    await new Promise<void>((resolve) => {
      const step = () => {
        frames++;
        grid.scrollTop += 600; // a thousand rows a second
        for (const row of grid.querySelectorAll("[role=row]:has([role=rowheader])"))
          reached = Math.max(reached, Number(row.getAttribute("aria-rowindex")) - 1);
        if (reached >= wanted || performance.now() - started > 240_000) resolve();
        else requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    });
    return { frames, seconds: (performance.now() - started) / 1_000, reached };
  }, rows);
  const browser = await page.context().newCDPSession(page);
  const { usedSize } = await browser.send("Runtime.getHeapUsage");
  return { rows: reached, seconds, fps: frames / seconds, heapMb: Math.round(usedSize / 1_048_576) };
}

/** The compressed size of the JavaScript that loads before the first page is shown. */
export async function firstScripts(page: Page): Promise<number> {
  await page.goto("/profile");
  await settled(page);
  const bytes = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation");
    const loaded = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0;
    // Scripts after the load event do not delay the page.
    return performance
      .getEntriesByType("resource")
      .filter((one): one is PerformanceResourceTiming => one instanceof PerformanceResourceTiming && one.name.endsWith(".js"))
      .filter((one) => one.startTime <= loaded)
      .reduce((sum, one) => sum + one.encodedBodySize, 0);
  });
  return Math.round(bytes / 1_024);
}
