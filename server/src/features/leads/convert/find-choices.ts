import { areAlike, nameKey } from "../../duplicates/index.ts";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { findKnown, findRecords, searchRecords, type RecordRow, type Values } from "../../records/index.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";

/** A record that may be what the lead is about. */
export interface Choice {
  row: RecordRow;
  because: string[];
  /** Sure enough to be linked without a question. */
  isSure: boolean;
}

interface Wanted {
  /** The values that a new record would have. */
  values: Values;
  name: string | undefined;
  /** Records that something points at already, and the words for it. */
  linked: { id: string; because: string }[];
  /** Whether the same name alone is enough. Two firms of one name are rare, two people are not. */
  isNameSure: boolean;
  isLocking: boolean;
}

const MAX_CHOICES = 5;
const KINDS = { email: "same email", phone: "same phone", domain: "same domain", url: "same address", external_id: "same value" } as const;
const STRENGTH: Record<string, number> = {
  "linked to the lead": 32,
  "same email": 16,
  "same value": 16,
  "organization of the contact": 8,
  "same domain": 8,
  "same phone": 4,
  "same address": 4,
  "same name": 2,
  "similar name": 1,
};

/** The records that a lead may be about, the likeliest first; of equals, the one that was there first. */
export async function findChoices(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, wanted: Wanted): Promise<Choice[]> {
  const reasons = new Map<string, Set<string>>();
  const because = (id: string, reason: string) => reasons.set(id, (reasons.get(id) ?? new Set()).add(reason));
  for (const one of wanted.linked) because(one.id, one.because);
  for (const { id, kinds } of await findKnown(call, type, wanted.values, wanted)) for (const kind of kinds) because(id, KINDS[kind]);

  const key = nameKey(wanted.name ?? "");
  const named = key ? (await searchRecords(call, schema, { types: [type], query: key, limit: MAX_CHOICES, isLoose: false })).found : [];
  const rows = await findRecords(call.tx, call.actor.companyId, [...new Set([...reasons.keys(), ...named.map((one) => one.id)])]);
  for (const row of rows) {
    const own = nameKey(row.title);
    if (key && own === key) because(row.id, "same name");
    else if (key && areAlike(own, key)) because(row.id, "similar name");
  }
  const choices = rows
    .filter((row) => row.type_id === type.id && !row.deleted_at && reasons.has(row.id))
    .map((row) => ({ row, because: [...(reasons.get(row.id) ?? [])].sort((one, other) => strengthOf(other) - strengthOf(one)) }));
  return choices
    .sort((one, other) => total(other.because) - total(one.because) || (one.row.id < other.row.id ? -1 : 1))
    .slice(0, MAX_CHOICES)
    .map((choice) => ({ ...choice, isSure: total(choice.because) > 2 || (wanted.isNameSure && total(choice.because) === 2) }));
}

const strengthOf = (reason: string) => STRENGTH[reason] ?? 0;
const total = (reasons: string[]) => reasons.reduce((sum, reason) => sum + strengthOf(reason), 0);
