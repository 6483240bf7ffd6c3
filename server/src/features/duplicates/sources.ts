import { KINDS } from "@kith/filter/kinds";
import type { Tx } from "../../kernel/database.ts";
import type { TypeDefinition } from "../types/index.ts";
import { nameKey } from "./likeness.ts";
import * as store from "./store.ts";

export type Strength = "high" | "medium" | "low";

export interface Member {
  id: string;
  title: string;
  key: string;
}

/** Records that share something. Groups come in the order of `key`, so that a page can go on from one. */
export interface Group {
  key: string;
  members: Member[];
}

/** Where to go on: with the group of this key, behind this pair of it. */
export interface Place {
  from: string;
  pair: string;
}
export const START: Place = { from: "", pair: "" };

/** One sign that records are the same: how strong it is, and the records that show it. */
export interface Source {
  name: string;
  strength: Strength;
  /** Only records with similar names count. */
  needsLikeNames: boolean;
  reason(shared: string): string;
  /** The next groups, the first with this key or a later one, and where to go on after them. */
  read(tx: Tx, companyId: string, from: string): Promise<{ groups: Group[]; next: Place | undefined }>;
}

/** The signs that a type's fields can show, the strongest first. */
export function sourcesOf(type: TypeDefinition): Source[] {
  const kinds = new Set(
    type.fields.map((field) => (KINDS[field.kind].identifier === "url" ? field.isDomain && "domain" : KINDS[field.kind].identifier)),
  );
  const related = type.fields.flatMap((field) =>
    field.place.kind === "links" && field.place.direction === "out" && field.relation?.isMany === false
      ? [byRelated(field.place.fieldId, field.label)]
      : [],
  );
  return [
    ...(kinds.has("email") ? [byIdentifier(type, "email", "high", false)] : []),
    ...(kinds.has("domain") ? [byIdentifier(type, "domain", "high", true)] : []),
    ...(kinds.has("phone") ? [byIdentifier(type, "phone", "medium", false)] : []),
    // Two people of one name in different firms are two people. What belongs to nothing has only its name.
    ...(related.length > 0 ? related : [byTitle(type)]),
  ];
}

function byIdentifier(type: TypeDefinition, kind: "email" | "domain" | "phone", strength: Strength, needsLikeNames: boolean): Source {
  return {
    name: kind,
    strength,
    needsLikeNames,
    reason: (shared) => (needsLikeNames ? `Same ${kind} and a similar name: ${shared}` : `Same ${kind}: ${shared}`),
    async read(tx, companyId, from) {
      return grouped(await store.byIdentifier(tx, companyId, type.id, kind, from), from, behindText);
    },
  };
}

function byRelated(fieldId: string, label: string): Source {
  return {
    name: fieldId,
    strength: "low",
    needsLikeNames: true,
    reason: () => `Similar name, same ${label.toLowerCase()}`,
    async read(tx, companyId, from) {
      return grouped(await store.byRelated(tx, companyId, fieldId, from), from, behindId);
    },
  };
}

function byTitle(type: TypeDefinition): Source {
  return {
    name: "name",
    strength: "low",
    needsLikeNames: true,
    reason: () => "Same name",
    async read(tx, companyId, from) {
      const { rows, isCut } = await store.byTitle(tx, companyId, type.id, from);
      const runs: Group[] = [];
      for (const { folded, id, title } of rows) {
        const member = { id, title, key: nameKey(title) };
        const run = runs.at(-1);
        if (run?.members[0]?.key === member.key) run.members.push(member);
        else runs.push({ key: folded, members: [member] });
      }
      const last = rows.at(-1);
      if (!last || !isCut) return { groups: runs, next: undefined };
      // The last run may go on behind what was read: it is read again with the next ones.
      const open = runs.length > 1 ? runs.pop() : undefined;
      return { groups: runs, next: { from: open?.key ?? behindText(last.folded), pair: "" } };
    },
  };
}

function grouped(rows: store.GroupRow[], from: string, behind: (key: string) => string): { groups: Group[]; next: Place | undefined } {
  const groups = [...Map.groupBy(rows, (row) => row.group_key)].flatMap(([key, members]) =>
    key === null
      ? []
      : { key, members: members.flatMap(({ id, title }) => (id ? [{ id, title: title ?? "", key: nameKey(title ?? "") }] : [])) },
  );
  const { is_cut: isCut = false, last_key: last = null } = rows[0] ?? {};
  if (!isCut || last === null) return { groups, next: undefined };
  return { groups, next: { from: last === from ? behind(last) : last, pair: "" } };
}

/** The next key after one: for texts, no other is between them. */
const behindText = (key: string) => `${key}\u0001`;
const behindId = (id: string) => {
  const digits = (BigInt(`0x${id.replaceAll("-", "")}`) + 1n).toString(16).padStart(32, "0");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};
