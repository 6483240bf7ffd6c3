/** What can be logged: what people did together, and what no channel of the inbox has seen. */
export const ACTIVITY_KINDS = ["call", "meeting", "email"] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];
