import type { InputOf } from "@kith/server/contract";
import { type HeaderDraft, headersInput } from "../../webhooks/index.ts";
import type { Destination } from "../read.ts";

export type Kind = Destination["kind"];
export type Mapped = Destination["mapping"][number];
export type AnswerTest = NonNullable<Destination["accept"]["accepted"]>;

export interface MappedDraft extends Mapped {
  /** Tells rows apart while they change. */
  key: number;
}

/** A destination as it stands in the form. */
export interface DestinationDraft {
  name: string;
  kind: Kind;
  url: string;
  headers: HeaderDraft[];
  mapping: MappedDraft[];
  /** As typed: "200, 201". */
  statuses: string;
  accepted: AnswerTest | null;
  refused: AnswerTest | null;
  timeout_seconds: number;
  email: string;
  member: string;
  code: string;
  return_days: number;
}

export const NEW_DESTINATION: DestinationDraft = {
  name: "",
  kind: "http",
  url: "",
  headers: [],
  mapping: [],
  statuses: "",
  accepted: null,
  refused: null,
  timeout_seconds: 5,
  email: "",
  member: "",
  code: "",
  return_days: 7,
};

export const draftOf = (destination: Destination): DestinationDraft => ({
  name: destination.name,
  kind: destination.kind,
  url: destination.url ?? "",
  headers: destination.headers.map((name, key) => ({ key, name, value: "", isStored: true })),
  mapping: destination.mapping.map((mapped, key) => ({ ...mapped, key })),
  statuses: (destination.accept.statuses ?? []).join(", "),
  accepted: destination.accept.accepted ?? null,
  refused: destination.accept.refused ?? null,
  timeout_seconds: destination.timeout_seconds,
  email: destination.email ?? "",
  member: destination.member?.id ?? "",
  code: "",
  return_days: destination.return_days,
});

export const mappingOf = (mapping: MappedDraft[]): Mapped[] =>
  mapping.filter(({ to }) => to.trim() !== "").map(({ to, from, value }) => ({ to: to.trim(), from, value }));

/** What of the form belongs to its kind. A code is only sent if one was typed. */
function settingsOf(draft: DestinationDraft) {
  const { kind, name, return_days, email, member, code, url, timeout_seconds } = draft;
  const common = { name, return_days };
  switch (kind) {
    case "email":
      return { ...common, email: email.trim() };
    case "teammate":
      return { ...common, ...(member ? { member } : {}) };
    case "company":
      return { ...common, ...(code.trim() ? { code: code.trim() } : {}) };
    case "http": {
      const accept = { statuses: statusesOf(draft.statuses), accepted: used(draft.accepted), refused: used(draft.refused) };
      return { ...common, url, timeout_seconds, mapping: mappingOf(draft.mapping), accept };
    }
  }
}

export const statusesOf = (text: string): number[] => [
  ...new Set(
    text
      .split(/[^\d]+/)
      .filter(Boolean)
      .map(Number),
  ),
];

const used = (test: AnswerTest | null) =>
  test && test.path.trim() !== "" && test.text !== "" ? { ...test, path: test.path.trim() } : null;

export const createInput = (draft: DestinationDraft): InputOf<"leadSending.createDestination"> => ({
  kind: draft.kind,
  ...settingsOf(draft),
  ...(draft.kind === "http" ? { headers: headersInput(draft.headers, "") } : {}),
});

export const updateInput = (id: string, draft: DestinationDraft): InputOf<"leadSending.updateDestination"> => ({
  id,
  ...settingsOf(draft),
  ...(draft.kind === "http" ? { headers: headersInput(draft.headers, null) } : {}),
});

/** The one field of each kind that must be there, and what to say without it. */
const NEEDED = {
  http: ["url", "Enter the address to send to."],
  email: ["email", "Enter an email address."],
  teammate: ["member", "Choose a person."],
  company: ["code", "Enter the code that the other company gave you."],
} as const;

/** What has to be there before it can be saved, by field. A code that is stored need not be typed again. */
export function missingOf(draft: DestinationDraft, isNew: boolean): Record<string, string> {
  const [field, message] = NEEDED[draft.kind];
  const isStored = field === "code" && !isNew;
  return {
    ...(draft.name.trim() === "" ? { name: "Enter a name." } : {}),
    ...(draft[field].trim() === "" && !isStored ? { [field]: message } : {}),
  };
}

/** Whether the stored headers would go to another host than the one they were given for. */
export function leavesHost(before: string, after: string): boolean {
  return hostOf(before) !== undefined && hostOf(after) !== undefined && hostOf(before) !== hostOf(after);
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : undefined);
