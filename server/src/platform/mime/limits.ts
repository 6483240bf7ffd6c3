/** Bounds of a mail that arrives. What is above the first two is refused with a sentence; the rest is cut, and the original keeps it. */
export const MAX_MAIL_BYTES = 40 * 1024 * 1024;
export const MAX_NESTING = 50;

export const MAX_HEADER_BYTES = 1024 * 1024;
export const MAX_FIELD_BYTES = 128 * 1024;
export const MAX_RECIPIENTS = 1_000;
export const MAX_REFERENCES = 200;
export const MAX_FILES = 100;
export const MAX_TEXT = 1_000_000;
export const MAX_SUBJECT = 1_000;
export const MAX_NAME = 200;
export const MAX_ADDRESS = 320;
export const MAX_ID = 250;
