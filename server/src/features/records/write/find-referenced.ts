import { fold } from "@kith/filter";
import type { Tx } from "../../../kernel/database.ts";
import { identifierFrom } from "./identifiers.ts";
import { idInAddress, recordId } from "../operations.ts";
import * as store from "../store.ts";

export interface Candidate {
  id: string;
  title: string;
}

/** Every record that a reference could mean, by reference. */
export async function findReferenced(tx: Tx, companyId: string, typeId: string, references: string[]): Promise<Map<string, Candidate[]>> {
  const ids = new Map(references.flatMap((one) => idOf(one)));
  const identifiers = references.flatMap((one) => identifierFrom(one) ?? []);
  const named = references.filter((one) => !ids.has(one));
  const live = ids.size > 0 ? await store.titles(tx, companyId, [...ids.values()]) : [];
  // A uuid comes from our own code: a stored relation. It is kept while the record is in the trash, and shown again after a restore.
  const rest = references.filter((one) => UUID.test(one) && !live.some((row) => row.id === one));
  const trashed = rest.length > 0 ? await store.find(tx, companyId, rest) : [];
  const byId = [...live, ...trashed].filter((row) => row.type_id === typeId);
  const byIdentifier = identifiers.length > 0 ? await store.byIdentifier(tx, companyId, typeId, identifiers) : [];
  const byTitle = named.length > 0 ? await store.byTitle(tx, companyId, typeId, [...new Set(named.map(fold))]) : [];
  const withId = Map.groupBy(byId, (row) => row.id);
  const withIdentifier = Map.groupBy(byIdentifier, (row) => row.value);
  const withTitle = Map.groupBy(byTitle, (row) => row.folded);

  return new Map(
    references.map((one): [string, Candidate[]] => {
      const id = ids.get(one);
      if (id) return [one, withId.get(id) ?? []];
      return [one, withIdentifier.get(identifierFrom(one)?.value ?? "") ?? withTitle.get(fold(one)) ?? []];
    }),
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function idOf(reference: string): [string, string][] {
  if (UUID.test(reference)) return [[reference, reference]];
  const shown = recordId.safeDecode(idInAddress(reference));
  return shown.success ? [[reference, shown.data]] : [];
}
