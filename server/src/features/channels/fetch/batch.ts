import type { BatchLimits } from "../../../platform/imap/fetching.ts";

/** What a session holds of new mail at once: this, or one mail. */
export const NEW_AT_ONCE = { maxMails: 50, maxBytes: 4 * 1024 * 1024 } satisfies BatchLimits;

/** Old mail comes in small steps, with a look for new mail after each: whoever waits for a mail that arrives now waits for one step at most. */
export const OLD_AT_ONCE = { maxMails: 25, maxBytes: 512 * 1024 } satisfies BatchLimits;
