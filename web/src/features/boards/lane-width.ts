/** A lane that is narrower cannot say what it is worth. */
const MIN_PX = 212;
const MAX_PX = 360;
/** A folded lane; board.module.css has the same number. */
const FOLDED_PX = 40;
/** What is in sight of the lane after the last whole one: its edge and that of its cards, and no words, because they would be cut off. */
const NEXT_PX = 12;

/** How wide a lane is: all of them fill the board, or as many as fit, with the beginning of the next. */
export function laneWidth(board: number, open: number, folded: number): number {
  const all = Math.floor((board - folded * FOLDED_PX) / Math.max(open, 1));
  if (all >= MIN_PX) return Math.min(all, MAX_PX);
  const room = board - NEXT_PX;
  return Math.floor(room / Math.max(1, Math.floor(room / MIN_PX)));
}

/** The ref of a board: gives its lanes their width, and again when the board gets another one. */
export const fitLanes = (open: number, folded: number) => (board: HTMLElement | null) => {
  if (!board) return undefined;
  const fit = () => board.style.setProperty("--lane", `${laneWidth(board.clientWidth, open, folded)}px`);
  const sizes = new ResizeObserver(fit);
  sizes.observe(board);
  fit();
  return () => sizes.disconnect();
};
