import type { Page } from "@playwright/test";
import { settled } from "./browser.ts";

/** A block of running text that is narrower than this cannot be read. */
const MIN_COLUMN_PX = 200;

/**
 * What is wrong with where things stand on the page as it is now, in words: text under other text or behind something, text that is cut off
 * without an ellipsis, text in a column too narrow to read, and whatever makes the page scroll sideways.
 */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(findFaults, MIN_COLUMN_PX);

/** Scrolls whatever scrolls on the page, and says whether anything moved. */
export async function scrollTo(page: Page, where: "start" | "end"): Promise<boolean> {
  const hasMoved = await page.evaluate((place) => {
    let moved = false;
    for (const element of document.querySelectorAll("#main, #main *"))
      if (element.scrollHeight > element.clientHeight && ["auto", "scroll"].includes(getComputedStyle(element).overflowY)) {
        const before = element.scrollTop;
        element.scrollTop = place === "end" ? element.scrollHeight : 0;
        moved ||= element.scrollTop !== before;
      }
    return moved;
  }, where);
  // Rows that come into sight are drawn, and asked for.
  if (hasMoved) await settled(page);
  return hasMoved;
}

// Runs in the page, so it is one function that uses nothing outside itself.
function findFaults(minColumn: number): string[] {
  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  interface Text {
    text: string;
    element: Element;
    /** Its lines, as far as they are in sight. */
    seen: Box[];
    lines: number;
  }
  // Tables, boards and tabs scroll by themselves.
  const SCROLLS = "[role=grid], [role=group], [role=region], [role=tablist], nav, .cm-scroller";
  const MIN_SEEN = 4;
  const faults = new Set<string>();
  const screen: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const shared = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const has = ({ left, top, right, bottom }: Box, least: number) => right - left > least && bottom - top > least;
  const ancestors = function* (element: Element): Generator<Element> {
    for (let one: Element | null = element; one; one = one.parentElement) yield one;
  };
  // A modal dialog takes the page away from whoever uses it: only what stands in it is read.
  const cover = [...document.querySelectorAll("[role=dialog][aria-modal=true]")].findLast((one) => one.checkVisibility());
  // What scrolls goes under a head that stays.
  const isSticky = (element: Element) => [...ancestors(element)].some((one) => getComputedStyle(one).position === "sticky");
  const nameOf = (element: Element) =>
    element.getAttribute("aria-label") ?? `${element.tagName.toLowerCase()} ${(element.textContent ?? "").trim().slice(0, 40)}`;
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest("[aria-live], [data-visually-hidden]");

  /** How much of a line is in sight, and what cuts it off for good: what scrolls only hides it for now. */
  const clip = (line: Box, element: Element): { seen: Box; cutBy?: Element } => {
    let seen = line;
    let cutBy: Element | undefined;
    let hasEllipsis = false;
    for (const one of ancestors(element)) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = getComputedStyle(one);
      hasEllipsis ||= textOverflow === "ellipsis" || webkitLineClamp !== "none";
      if (overflowX !== "visible" || overflowY !== "visible") {
        const edge = one.getBoundingClientRect();
        const isCut =
          (["hidden", "clip"].includes(overflowX) && (seen.right > edge.right + 1 || seen.left < edge.left - 1)) ||
          (["hidden", "clip"].includes(overflowY) && (seen.bottom > edge.bottom + 3 || seen.top < edge.top - 3));
        if (isCut && !hasEllipsis && one !== document.body) cutBy ??= one;
        seen = shared(seen, edge);
      }
      if (position === "fixed") break;
    }
    return { seen: shared(seen, screen), ...(cutBy ? { cutBy } : {}) };
  };

  const readText = (node: Node): Text | undefined => {
    const text = (node.textContent ?? "").trim();
    const element = node.parentElement;
    if (text === "" || !element || !isShown(element)) return undefined;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter((line) => line.width > 1.5 && line.height > 1.5);
    const seen: Box[] = [];
    for (const line of lines) {
      const clipped = clip(line, element);
      const isPartlySeen = has(clipped.seen, 1);
      if (clipped.cutBy && isPartlySeen) faults.add(`“${text.slice(0, 40)}” is cut off by ${nameOf(clipped.cutBy)}`);
      if (isPartlySeen) seen.push(clipped.seen);
    }
    return { text, element, seen, lines: new Set(lines.map((line) => Math.round(line.top))).size };
  };

  const texts: Text[] = [];
  const walker = document.createTreeWalker(cover ?? document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const read = readText(walker.currentNode);
    if (read && read.seen.length > 0) texts.push(read);
  }

  for (const [at, one] of texts.entries())
    for (const other of texts.slice(at + 1)) {
      const isUnder = one.seen.some((mine) => other.seen.some((theirs) => has(shared(mine, theirs), 2)));
      if (isUnder && !isSticky(one.element) && !isSticky(other.element))
        faults.add(`“${one.text.slice(0, 40)}” and “${other.text.slice(0, 40)}” overlap`);
    }

  const isOpaque = (element: Element) => !/^rgba\(.*, 0\)$|^transparent$/.test(getComputedStyle(element).backgroundColor);
  for (const { text, element, seen } of texts)
    for (const { left, top, right, bottom } of seen) {
      // Of a line at the edge of what scrolls a pixel or two are in sight.
      if (bottom - top < MIN_SEEN) continue;
      const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (above && !above.contains(element) && !element.contains(above) && isOpaque(above) && !isSticky(above))
        faults.add(`“${text.slice(0, 40)}” is behind ${nameOf(above)}`);
    }

  for (const { text, element, lines } of texts) {
    const block = [...ancestors(element)].find((one) => !["inline", "contents"].includes(getComputedStyle(one).display)) ?? element;
    const width = block.getBoundingClientRect().width;
    if (lines >= 3 && width < minColumn) faults.add(`“${text.slice(0, 40)}” has ${lines} lines of ${Math.round(width)} px`);
    // What is left of a name before its ellipsis.
    const hasEllipsis = getComputedStyle(block).textOverflow === "ellipsis";
    if (hasEllipsis && block.scrollWidth > block.clientWidth + 1 && block.clientWidth < 40)
      faults.add(`“${text.slice(0, 40)}” is cut to ${block.clientWidth} px`);
  }
  for (const field of document.querySelectorAll<HTMLElement>("textarea, .cm-content"))
    if (isShown(field) && field.getBoundingClientRect().width < minColumn)
      faults.add(`${nameOf(field)} is ${Math.round(field.getBoundingClientRect().width)} px wide`);

  if (document.documentElement.scrollWidth > innerWidth) faults.add(`the page is ${document.documentElement.scrollWidth} px wide`);
  for (const element of document.querySelectorAll<HTMLElement>("#main, #main *")) {
    const { overflowX } = getComputedStyle(element);
    const isSideways = ["auto", "scroll"].includes(overflowX) && element.scrollWidth > element.clientWidth + 1;
    if (isSideways && !element.matches(SCROLLS)) faults.add(`${nameOf(element)} scrolls sideways`);
  }
  return [...faults];
}
