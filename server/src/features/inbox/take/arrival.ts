import type { Mailbox, MailFile, ReadMail } from "../../../platform/mime/read-mail-types.ts";

/** A message that came in, whatever the channel it came through. */
export interface Incoming {
  what: "message";
  /** Hex: the same twice is one message. */
  key: string;
  externalId: string | null;
  /** How it is joined to others: its own id, and the ids of those before it. */
  rfcId: string | null;
  inReplyTo: string[];
  references: string[];
  from: Mailbox | null;
  replyTo: Mailbox[];
  to: Mailbox[];
  cc: Mailbox[];
  subject: string;
  text: string;
  html: string | null;
  quoteAt: number | null;
  /** When it was written; never after it came. */
  at: Date;
  kind: ReadMail["kind"];
  isList: boolean;
  bounce: ReadMail["bounce"];
  authentication: ReadMail["authentication"];
  kithMessage: string | null;
  files: MailFile[];
}

/** What another system says about a message that left. */
export interface StatusChange {
  what: "status";
  /** `msg_…`, or the id that the other system gave it. */
  message: string;
  state: "sent" | "delivered" | "read" | "failed";
  externalId: string | null;
  error: string | null;
}

/** An item that was read. */
export interface Arrival {
  itemId: string;
  /** Old mail that is read afterwards. */
  isHistory: boolean;
  role: "inbox" | "sent" | "junk" | null;
  content: Incoming | StatusChange;
}
