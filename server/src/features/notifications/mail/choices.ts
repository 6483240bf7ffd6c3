import { KINDS, type Kind, type Time } from "../shapes.ts";

/**
 * What holds until somebody chooses. A key that reads far too much cannot wait. Who works in Kith has read the others by the morning and
 * gets no mail; who does not look gets one a day. An import that is over is news only to whoever waits for it, and they are there.
 */
export const DEFAULTS: Readonly<Record<Kind, Time>> = {
  mention: "daily",
  assignment: "daily",
  reply: "daily",
  due: "daily",
  finished: "off",
  key: "now",
};

/** In sentences about mails: "no more emails about mentions and due tasks". */
const ABOUT: Readonly<Record<Kind, string>> = {
  mention: "mentions",
  assignment: "what is assigned to you",
  reply: "messages of customers",
  due: "due tasks",
  finished: "imports and exports",
  key: "keys that read far more than usual",
};

export const aboutKinds = (kinds: readonly Kind[]): string =>
  new Intl.ListFormat("en", { type: "conjunction" }).format(KINDS.filter((kind) => kinds.includes(kind)).map((kind) => ABOUT[kind]));
