import fc, { type Arbitrary } from "fast-check";
import type { MemoryRecord, TypeSchema } from "../src/index.ts";
import { KINDS } from "../src/kinds.ts";
import { anyText, heldFor, type Pool } from "./arbitrary-values.ts";

export interface WorldRecord extends MemoryRecord {
  type: string;
}

/** One link of a relation, from the record at its first end to the record at its second. */
export interface Link {
  relation: string;
  from: string;
  to: string;
}

/** A handful of records of every type, linked at random. */
export interface World {
  records: readonly WorldRecord[];
  links: readonly Link[];
}

/** The fields at the two ends of a relation. */
export interface RelationEnds {
  name: string;
  from: { type: string; field: string };
  to: { type: string; field: string };
}

/** Records with the ids of the pool, so that filters on relations can name them. */
export function worldOf(types: readonly TypeSchema[], relations: readonly RelationEnds[], pool: Pool): Arbitrary<World> {
  const records = fc.tuple(...pool.ids.map((id, index) => recordOf(id, types[index % types.length], pool)));
  return records.chain((made) =>
    fc.tuple(...relations.map((relation) => linksOf(relation, made, types))).map((links) => ({ records: made, links: links.flat() })),
  );
}

/** Finds related records in a world, from either end, deleted ones left out: what `related` does for the real ones. */
export function relatedIn({ records, links }: World, relations: readonly RelationEnds[]) {
  const byId = new Map(records.map((record) => [record.id, record]));
  return (record: WorldRecord, field: string): WorldRecord[] =>
    relations.flatMap(({ name, from, to }) => {
      const own = links.filter((link) => link.relation === name);
      const forward =
        from.type === record.type && from.field === field ? own.filter((link) => link.from === record.id).map((link) => link.to) : [];
      const back =
        to.type === record.type && to.field === field ? own.filter((link) => link.to === record.id).map((link) => link.from) : [];
      return [...forward, ...back].flatMap((id) => byId.get(id) ?? []).filter((other) => !other.isDeleted);
    });
}

function recordOf(id: string, type: TypeSchema | undefined, pool: Pool): Arbitrary<WorldRecord> {
  const fields = (type?.fields ?? []).filter((field) => KINDS[field.type].shape !== "record");
  const values = fc.record(Object.fromEntries(fields.map((field) => [field.key, heldFor(field, pool)])), { requiredKeys: [] });
  const search = fc.array(anyText(), { maxLength: 3 }).map((parts) => parts.join(" ").normalize("NFC"));
  return fc.record({ id: fc.constant(id), type: fc.constant(type?.key ?? ""), values, searchText: search, isDeleted: fc.boolean() });
}

function linksOf(relation: RelationEnds, records: readonly WorldRecord[], types: readonly TypeSchema[]): Arbitrary<Link[]> {
  const ends = types.find((type) => type.key === relation.from.type)?.fields.find((field) => field.key === relation.from.field);
  const targets = records.filter((record) => record.type === relation.to.type).map((record) => record.id);
  const sources = records.filter((record) => record.type === relation.from.type).map((record) => record.id);
  const chosen = fc.subarray(targets, { maxLength: ends?.relation?.isMany ? targets.length : Math.min(1, targets.length) });
  return fc
    .tuple(...sources.map((from) => chosen.map((picked) => picked.map((to) => ({ relation: relation.name, from, to })))))
    .map((links) => links.flat());
}
