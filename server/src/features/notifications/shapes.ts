export const KINDS = ["mention", "assignment", "reply", "due", "finished", "key"] as const;

export type Kind = (typeof KINDS)[number];

/** When a kind of notification goes by email. */
export const TIMES = ["now", "daily", "off"] as const;

export type Time = (typeof TIMES)[number];

/** What a member chose for some kinds. */
export type Choices = { [Each in Kind]?: Time | undefined };
