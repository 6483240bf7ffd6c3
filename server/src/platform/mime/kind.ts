import type { ReadMail } from "./read-mail-types.ts";

/** The values of a header, in their order. Names are in lower case. */
export type ValuesOf = (name: string) => string[];

const firstOf = (values: ValuesOf, name: string) => (values(name)[0] ?? "").trim().toLowerCase().slice(0, 200);

/** Servers send reports as one, or without an address to answer to. A part that looks like a report in any other mail is a file. */
export const mayBeBounce = (values: ValuesOf) =>
  firstOf(values, "content-type").startsWith("multipart/report") || firstOf(values, "return-path") === "<>";

/** A bounce, a mail that a machine wrote (RFC 3834), or a mail. */
export function kindOf(values: ValuesOf, isBounce: boolean): ReadMail["kind"] {
  if (isBounce) return "bounce";
  const submitted = firstOf(values, "auto-submitted");
  const isAutomatic =
    (submitted !== "" && !/^no\b/.test(submitted)) ||
    firstOf(values, "return-path") === "<>" ||
    firstOf(values, "precedence") === "auto_reply" ||
    firstOf(values, "content-type").startsWith("multipart/report") ||
    ["x-autoreply", "x-autorespond", "x-autoresponder"].some((name) => values(name).length > 0);
  return isAutomatic ? "automatic" : "mail";
}

export const isFromList = (values: ValuesOf) =>
  values("list-id").length > 0 || values("list-unsubscribe").length > 0 || /^(?:bulk|list|junk)\b/.test(firstOf(values, "precedence"));

const MAX_RESULTS = 5;

/**
 * The result of DMARC in the topmost Authentication-Results, which the receiving server writes above whatever the sender wrote; a server may
 * write several below each other under one name. A sender whose server writes none can only forge a "pass", which is never shown. Parts of
 * a result are the sender's own words, so one failure counts more than any pass.
 */
export function authenticationOf(values: ValuesOf): ReadMail["authentication"] {
  const all = values("authentication-results").slice(0, MAX_RESULTS);
  const server = serverOf(all[0] ?? "");
  const results = new Set(all.filter((one) => serverOf(one) === server).flatMap(resultsIn));
  if (results.has("fail")) return "fail";
  return results.has("pass") ? "pass" : "unknown";
}

const resultsIn = (value: string) =>
  Array.from(value.slice(0, 4_000).matchAll(/;\s{0,20}dmarc\s{0,5}=\s{0,5}(\w{1,20})/gi), ([, result]) => result?.toLowerCase());

const serverOf = (value: string) => (value.split(";", 1)[0] ?? "").trim().toLowerCase();
