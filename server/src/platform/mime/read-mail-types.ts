/** A mail as plain data: what a parser found, cut to size and cleaned of what no database or page can hold. Ids are without "<" and ">". */
export interface ReadMail {
  messageId: string | null;
  inReplyTo: string[];
  references: string[];
  /** ISO 8601 in UTC, or null if the sender wrote none that can be read. */
  date: string | null;
  from: Mailbox | null;
  replyTo: Mailbox[];
  to: Mailbox[];
  cc: Mailbox[];
  subject: string;
  text: string;
  /** Already safe to show: see safe-html.ts. */
  html: string | null;
  /** Where the quoted part of the text begins. */
  quoteAt: number | null;
  files: MailFile[];
  kind: "mail" | "automatic" | "bounce";
  /** From a mailing list or in bulk: never answered automatically. */
  isList: boolean;
  bounce: Bounce | null;
  /** What the receiving server found about the sender's domain (DMARC). "pass" is no proof and is never shown as one. */
  authentication: "pass" | "fail" | "unknown";
  /** The id of our own message, where the mail is one that we sent. */
  kithMessage: string | null;
  /** The same mail has the same key, wherever it is fetched from. */
  key: string;
  /** What the limits left out. The original has it. */
  leftOut: { files: number; recipients: number; isTextCut: boolean };
}

export interface Mailbox {
  name: string;
  address: string;
}

export interface MailFile {
  name: string;
  type: string;
  contentId: string | null;
  bytes: Buffer;
  /** Shown inside the text, and not in the list of files. */
  isInline: boolean;
}

/** A report that a mail could not be delivered (RFC 3464). */
export interface Bounce {
  /** What we gave the server as ENVID. */
  envelopeId: string | null;
  recipients: BouncedRecipient[];
  originalMessageId: string | null;
}

export interface BouncedRecipient {
  address: string;
  /** failed, delayed, delivered, relayed or expanded. */
  action: string;
  /** "5.1.1", or empty. */
  status: string;
  /** What the other server said. */
  words: string;
}
