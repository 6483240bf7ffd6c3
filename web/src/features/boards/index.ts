/** Records as cards in lanes. The board is fetched when a list is shown as one. */
export const loadBoard = () => import("./board.tsx");
export { boardField, isBoardField } from "./lanes.ts";
