/** The people of a company, and one’s own account. */
export { everyone } from "./people.ts";
export { mentionText, withNamesOfToday } from "./mentions/mention-text.tsx";
export { useMentions } from "./mentions/use-mentions.tsx";
