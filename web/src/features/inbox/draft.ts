import { useSyncExternalStore } from "react";

export interface DraftFile {
  id: string;
  name: string;
  type: string;
  size: number;
}

export interface Draft {
  text: string;
  /** As typed: addresses with commas between them. Empty: whoever wrote last. */
  to: string;
  cc: string;
  subject: string;
  files: DraftFile[];
  /** The newest message there was when this was begun. */
  seen: string | null;
  /** The service does not have it as it is here. */
  isUnsaved: boolean;
}

const EMPTY: Draft = { text: "", to: "", cc: "", subject: "", files: [], seen: null, isUnsaved: false };

const placeOf = (key: string) => `kith.message.${key}`;
const listeners = new Set<() => void>();

/** What is being written, kept in the browser until the service has it: a reload, another page or a dead server loses nothing. */
export function useDraft(key: string): Draft {
  return readDraft(useSyncExternalStore(listen, () => draftText(key)));
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** As it is kept: two of them are equal if nothing was changed in between. */
export const draftText = (key: string) => localStorage.getItem(placeOf(key));

export function changeDraft(key: string, changes: Partial<Draft>): void {
  const next = { ...readDraft(draftText(key)), isUnsaved: true, ...changes };
  // An empty one that the service does not know of yet still has to be saved.
  if (isEmpty(next) && !next.isUnsaved) localStorage.removeItem(placeOf(key));
  else localStorage.setItem(placeOf(key), JSON.stringify(next));
  for (const listener of listeners) listener();
}

export const clearDraft = (key: string) => changeDraft(key, { ...EMPTY, isUnsaved: true });

/** For what is kept in this browser only: nothing is left of it. */
export const dropDraft = (key: string) => changeDraft(key, EMPTY);

/** What is written again of a message. */
export type Back = Pick<Draft, "text"> & Partial<Pick<Draft, "to" | "cc" | "subject" | "files">>;

/** What was on its way out comes back to be changed, with its files and whom it was for. */
export const takeBack = (key: string, back: Back) => changeDraft(key, withBack(readDraft(draftText(key)), back));

/** In front of what was begun meanwhile. */
export function withBack(begun: Draft, { text, to = "", cc = "", subject = "", files = [] }: Back): Partial<Draft> {
  const others = begun.files.filter(({ id }) => files.every((file) => file.id !== id));
  return {
    text: begun.text.trim() === "" ? text : `${text}\n\n${begun.text}`,
    to: begun.to || to,
    cc: begun.cc || cc,
    subject: begun.subject || subject,
    files: [...files, ...others],
  };
}

const isEmpty = ({ text, to, cc, subject, files }: Omit<Draft, "seen" | "isUnsaved">) =>
  `${text}${to}${cc}${subject}` === "" && files.length === 0;

/** What an earlier version of the page kept may lack something. */
export function readDraft(kept: string | null): Draft {
  if (!kept) return EMPTY;
  try {
    return { ...EMPTY, ...(JSON.parse(kept) as Partial<Draft>) };
  } catch {
    return EMPTY;
  }
}

/** "Anneke <a@x.example>, b@y.example" as a list of addresses. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((part) => (/<(?<address>[^<>]+)>\s*$/.exec(part)?.groups?.["address"] ?? part).trim())
    .filter(Boolean);
