import assert from "node:assert/strict";
import { relatedIn, worldOf, type Pool, type World, type WorldRecord } from "@kith/filter/arbitrary";
import type { FieldSchema, TypeSchema } from "@kith/filter";
import fc from "fast-check";
import { showId } from "../../src/platform/ids.ts";
import type { Service } from "../service.ts";
import type { Company } from "./company.ts";
import { TEXTS } from "./texts.ts";

export const RECORDS_PER_TYPE = 100;
const RECORDS_PER_CLUSTER = 5;
const URLS = ["https://example.com/?a=b#c", "https://xn--strae-oqa.example/%C4%B0", "http://kiln.example/100%25", "https://a.b.example"];
const PHONES = ["+4930123456", "+4930123457", "+14155550100"];
const EDGES = { date: ["0001-01-01", "9999-12-31"], datetime: ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"] };
/** Times of writing: a day's first instant somewhere, an hour that occurs twice, one that is skipped, the turn of the year. */
const WRITTEN_AT = ["2026-10-25T00:30:00Z", "2026-11-01T05:59:59.999Z", "2026-11-13T23:00:00Z", "2026-11-14T11:29:59.999Z"];
const LINKED_AT = new Date("2026-11-14T11:30:00Z");
const TRASHED_AT = new Date("2026-11-14T10:00:00Z");

const STAGE_TIMES = ["stage_entered_at", "won_at", "lost_at", "last_activity_at"] as const;
/** Besides, what somebody wrote as the last contact gives way to a later one. */
const KEPT_TIMES = [...STAGE_TIMES, "last_contacted"] as const;
/** Nobody can write these: memory takes them from what was stored. */
const SET_BY_SERVICE: ReadonlySet<string> = new Set(["created_at", "updated_at", ...STAGE_TIMES]);

/** Records of every type with the ids they have in PostgreSQL, and the other ends of their relations. */
export interface WrittenWorld extends World {
  related(record: WorldRecord, field: string): readonly WorldRecord[];
}

/**
 * Random records of every type, in small clusters: relations stay within one, so that they are few and `count(…)` means
 * something. What the service would refuse or spell differently is replaced here, so that memory holds what is stored.
 */
export function anyWorld({ types, relations, people }: Company): fc.Arbitrary<World> {
  const clusters = RECORDS_PER_TYPE / RECORDS_PER_CLUSTER;
  const cluster = (at: number) => {
    const ids = Array.from({ length: types.length * RECORDS_PER_CLUSTER }, (_, index) => `rec_${at}x${index}`);
    const pool: Pool = { people, ids };
    return worldOf(types, relations, pool);
  };
  const texts = fc.infiniteStream(fc.nat({ max: 3 * TEXTS.length }));
  return fc.tuple(fc.tuple(...Array.from({ length: clusters }, (_, at) => cluster(at))), texts).map(([worlds, choices]) => ({
    records: worlds.flatMap(({ records }) => records.map((record) => storable(record, types, () => choices.next().value ?? 0))),
    links: worlds.flatMap(({ links }) => links),
  }));
}

function storable(record: WorldRecord, types: readonly TypeSchema[], choose: () => number): WorldRecord {
  const fields = types.find(({ key }) => key === record.type)?.fields ?? [];
  const values = fields.map((field) => [field.key, storableValue(field, record.values[field.key], choose)] as const);
  // With half of all records in the trash there would be little to find.
  return { ...record, values: Object.fromEntries(values.filter(([, value]) => value !== undefined)), isDeleted: isRare(choose, record) };
}

const isRare = (choose: () => number, { isDeleted = false }: WorldRecord) => isDeleted && choose() % 3 === 0;

function storableValue(field: FieldSchema, value: unknown, choose: () => number): unknown {
  if (SET_BY_SERVICE.has(field.key)) return undefined;
  if (field.key === "name") return storableText(value, choose) || "nameless";
  if (value === undefined || value === null) return value;
  switch (field.type) {
    case "text":
    case "long_text":
      return storableText(value, choose);
    case "url":
      return URLS[choose() % URLS.length];
    case "phone":
      return field.isMulti ? (value as string[]).map((_, at) => PHONES[at % PHONES.length]) : PHONES[choose() % PHONES.length];
    case "money":
      return Math.abs(value as number) < 1e-6 ? 0.000_001 : value;
    case "date":
    case "datetime":
      return choose() % 20 === 0 ? EDGES[field.type][choose() % 2] : value;
    default:
      return value;
  }
}

/** A third of the texts come from the list that filters draw from; some are decomposed, as a Mac would send them. */
function storableText(value: unknown, choose: () => number): string {
  const text = TEXTS[choose()] ?? String(value ?? "");
  return choose() % 4 === 0 ? text.normalize("NFD") : text;
}

/** Writes a world through the service's own operations, in big batches at several times; then some of it goes to the trash. */
export async function writeWorld(service: Service, company: Company, world: World): Promise<WrittenWorld> {
  const { admin, types } = company;
  const idOf = new Map<string, string>();
  const stamped = new Map<string, { created_at: string; updated_at: string }>();

  for (const type of types) {
    const records = world.records.filter((record) => record.type === type.key);
    for (const [part, moment] of WRITTEN_AT.entries()) {
      const own = records.filter((_, at) => at % WRITTEN_AT.length === part);
      if (own.length === 0) continue;
      const at = new Date(moment);
      service.clock.now = () => at;
      // Without a stage is another case than the first stage, which a record gets by itself.
      const stages = type.fields.filter((field) => field.type === "stage").map(({ key }) => [key, null] as const);
      const items = own.map(({ values }) => ({ values: { ...Object.fromEntries(stages), ...values } }));
      const { results } = await admin.call("records.batch", { type: type.key, items, allow_duplicate: true });
      for (const [index, { id, errors }] of results.entries()) {
        const record = own[index];
        assert.ok(id && record, JSON.stringify({ errors, record }));
        idOf.set(record.id, id);
        stamped.set(record.id, { created_at: at.toISOString(), updated_at: at.toISOString() });
      }
    }
  }

  service.clock.now = () => LINKED_AT;
  for (const { name, from } of company.relations) {
    const bySource = Map.groupBy(
      world.links.filter((link) => link.relation === name),
      (link) => link.from,
    );
    if (bySource.size === 0) continue;
    const items = [...bySource].map(([source, links]) => ({
      id: idOf.get(source) ?? "",
      values: { [from.field]: links.map(({ to }) => idOf.get(to) ?? "") },
    }));
    const { results } = await admin.call("records.batch", { type: from.type, items });
    for (const { errors } of results) assert.deepEqual(errors, []);
    for (const source of bySource.keys()) stamped.set(source, { ...stampOf(source), updated_at: LINKED_AT.toISOString() });
  }

  service.clock.now = () => TRASHED_AT;
  const trashed = world.records.filter((record) => record.isDeleted);
  for (const record of trashed) stamped.set(record.id, { ...stampOf(record.id), updated_at: TRASHED_AT.toISOString() });
  const ids = trashed.map(({ id }) => idOf.get(id) ?? "");
  for (let at = 0; at < ids.length; at += 100) await admin.call("assistant.delete", { ids: ids.slice(at, at + 100) });

  const times = await timesIn(service);
  return asStored(company, {
    records: world.records.map((record) => {
      const id = idOf.get(record.id) ?? "";
      return { ...record, id, values: { ...record.values, ...stampOf(record.id), ...times.get(id) } };
    }),
    links: world.links.map(({ relation, from, to }) => ({ relation, from: idOf.get(from) ?? "", to: idOf.get(to) ?? "" })),
  });

  function stampOf(id: string) {
    return stamped.get(id) ?? assert.fail(`${id} was not written`);
  }
}

/** The times that the service keeps of each record. */
async function timesIn(service: Service): Promise<Map<string, Record<string, string>>> {
  const rows = await service.database.query(
    `select r.id, r.stage_entered_at, r.won_at, r.lost_at, a.at as last_activity_at, a.contacted_at as last_contacted
     from records r left join record_activity a on a.company_id = r.company_id and a.record_id = r.id`,
  );
  return new Map(
    rows.map((row) => {
      const known = KEPT_TIMES.filter((name) => row[name] instanceof Date).map(
        (name) => [name, (row[name] as Date).toISOString()] as const,
      );
      return [showId("rec", String(row["id"])), Object.fromEntries(known)] as const;
    }),
  );
}

/** What the service adds: the writer becomes the owner if none is given, and every text is searchable. */
function asStored({ types, relations, admin }: Company, world: World): WrittenWorld {
  const records = world.records.map((record) => {
    const fields = types.find(({ key }) => key === record.type)?.fields ?? [];
    const values = { owner: admin.userId, ...record.values };
    return { ...record, values, searchText: searchTextOf(fields, values) };
  });
  const stored = { records, links: world.links };
  const find = relatedIn(stored, relations);
  const found = new Map<string, readonly WorldRecord[]>();
  return {
    ...stored,
    related(record, field) {
      const place = `${record.id} ${field}`;
      const known = found.get(place) ?? find(record, field);
      found.set(place, known);
      return known;
    },
  };
}

const SEARCHED: ReadonlySet<string> = new Set(["text", "long_text", "email", "phone", "url"]);

function searchTextOf(fields: readonly FieldSchema[], values: Readonly<Record<string, unknown>>): string {
  const parts = fields.filter(({ type }) => SEARCHED.has(type)).flatMap(({ key }) => values[key] ?? []);
  return parts.filter((part) => part !== "").join("\n");
}
