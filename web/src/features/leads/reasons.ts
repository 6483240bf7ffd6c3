import type { Submission } from "./read.ts";

export type Reason = Submission["reasons"][number];

interface ReasonFacts {
  /** In a list of held ones. */
  short: string;
  title: string;
  note: string;
  points: number;
}

/** Why something is held. Reasons add up: five points hold it. In the order in which the page of a form tells them. */
export const REASONS: Record<Reason, ReasonFacts> = {
  honeypot: { short: "hidden field", title: "A field only machines fill in", note: "Not seen by people or screen readers.", points: 5 },
  foreign_origin: { short: "another site", title: "Sent from another site", note: "Not one of the allowed origins.", points: 5 },
  fast: { short: "too fast", title: "Filled in too fast", note: "A person needs at least 2 seconds.", points: 3 },
  bad_token: { short: "false token", title: "False page token", note: "Forged, of another form, or used before.", points: 3 },
  no_token: { short: "no token", title: "No page token", note: "The form was not opened by a browser in the last 24 hours.", points: 1 },
  links: { short: "links", title: "Links in the text", note: "2 points for two links, 4 for four and more.", points: 2 },
  flood: {
    short: "flood",
    title: "In a flood",
    note: "More comes than people send. Browsers do two seconds of work for you; what did none is held.",
    points: 5,
  },
  day_cap: {
    short: "day is full",
    title: "More than the form takes in a day",
    note: "Beyond it only those who did the work come through.",
    points: 5,
  },
};

const SCHEME = /^https?:\/\//;

/** Who sent it, in their own words. */
export const nameOf = ({ given }: Pick<Submission, "given">) => given["name"] || given["email"] || given["company"] || "Somebody";

/** What they wrote, in one line: the longest of their answers that is not who they are. */
export function gist({ given }: Pick<Submission, "given">): string {
  const { name: _name, email: _email, ...others } = given;
  const words = given["message"] ?? Object.values(others).toSorted((one, other) => other.length - one.length)[0] ?? given["email"] ?? "";
  return words.replaceAll(/\s+/g, " ").trim();
}

/** "www.fernhill.example/contact", where it was sent from. */
export const pageText = ({ attribution }: Pick<Submission, "attribution">) =>
  attribution["page"]?.replace(SCHEME, "").replace(/[?#].*$/, "");
