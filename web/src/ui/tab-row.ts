/** What a person scrolls with: from then on the row stays where they left it. */
const OWN_SCROLL = ["wheel", "touchmove", "pointerdown"] as const;

/**
 * The ref of a row of tabs: marks the edges beyond which the row goes on, so that it fades there, and keeps the open tab in sight
 * while tabs and counts arrive and the window changes.
 */
export function followTabs(row: HTMLElement | null): (() => void) | undefined {
  if (!row) return undefined;
  let shown: Element | null = null;
  let isLeftAlone = false;
  const leaveAlone = () => {
    isLeftAlone = true;
  };
  const mark = () => {
    row.toggleAttribute("data-before", row.scrollLeft > 1);
    row.toggleAttribute("data-after", row.scrollLeft + row.clientWidth < row.scrollWidth - 1);
  };
  const follow = () => {
    const open = row.querySelector("[aria-current=page]");
    if (open !== shown) isLeftAlone = false;
    shown = open;
    if (open && !isLeftAlone) row.scrollLeft += middleOf(open) - middleOf(row);
    mark();
  };
  const sizes = new ResizeObserver(follow);
  const watch = () => {
    sizes.disconnect();
    for (const box of [row, ...row.children]) sizes.observe(box);
    follow();
  };
  const tabs = new MutationObserver(watch);
  tabs.observe(row, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-current"] });
  row.addEventListener("scroll", mark, { passive: true });
  for (const kind of OWN_SCROLL) row.addEventListener(kind, leaveAlone, { passive: true });
  watch();
  return () => {
    tabs.disconnect();
    sizes.disconnect();
    row.removeEventListener("scroll", mark);
    for (const kind of OWN_SCROLL) row.removeEventListener(kind, leaveAlone);
  };
}

const middleOf = (element: Element) => {
  const { left, right } = element.getBoundingClientRect();
  return (left + right) / 2;
};
