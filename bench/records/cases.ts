import { createCursors } from "../../server/src/platform/cursors.ts";
import { listName } from "../../server/src/features/records/query/list-records.ts";
import { recordId } from "../../server/src/features/records/operations.ts";
import type { BenchCompany } from "./set.ts";

export const SECRET = "a secret that only this benchmark uses, once";
const COLUMNS = "id, type_id, title, owner_id, stage, amount, due_at, data, version, created_at, updated_at, deleted_at";
const LIVE = `select ${COLUMNS} from records where company_id = $1 and type_id = $2 and deleted_at is null`;
const WORDS = ["granite", "willow", "turbine", "harbour", "quartz", "licence", "meridian", "keystone", "orchard", "beacon"];
const STAGES = ["qualified", "discovery", "proposal", "negotiation", "won", "lost"];
const REGIONS = ["north", "south", "east", "west", "centre"];

/** What the cases need to know about a company: ids of records, and where the deep page starts. */
export interface Known {
  company: BenchCompany;
  ids: string[];
  deep: { updated_at: string; id: string };
  depth: number;
}

/** One case for both: as a request to Kith, and as the prepared statement of a program without Kith. */
export interface Case {
  name: string;
  kith(known: Known, n: number): { path: string; body?: unknown };
  bare: { text: string; values(known: Known, n: number): unknown[] };
}

const pick = (values: readonly string[], n: number) => values[n % values.length] ?? "";
const list = (query: Record<string, string>) => ({
  path: `/records/deal?${new URLSearchParams({ limit: "50", count: "none", ...query }).toString()}`,
});
const both = ({ company }: Known) => [company.id, company.dealType];
const nth = ({ company }: Known, n: number) => (n * 7_919) % company.records;

export const CASES: Case[] = [
  {
    name: "get",
    kith: ({ ids }, n) => ({ path: `/records/deal/${recordId.encode(pick(ids, n))}` }),
    bare: {
      text: `select ${COLUMNS} from records where company_id = $1 and id = $2`,
      values: ({ company, ids }, n) => [company.id, pick(ids, n)],
    },
  },
  {
    name: "list",
    kith: (_known, n) => list({ filter: `stage:${pick(STAGES, n)}` }),
    bare: {
      text: `${LIVE} and stage = $3 order by updated_at desc, id desc limit 51`,
      values: (known, n) => [...both(known), pick(STAGES, n)],
    },
  },
  {
    name: "list_with_count",
    kith: (_known, n) => list({ filter: `stage:${pick(STAGES, n)}`, count: "estimate" }),
    bare: {
      text: `${LIVE} and stage = $3 order by updated_at desc, id desc limit 51`,
      values: (known, n) => [...both(known), pick(STAGES, n)],
    },
  },
  {
    name: "custom_equality",
    kith: (known, n) => list({ filter: `reference:ref-${nth(known, n)}` }),
    bare: {
      text: `${LIVE} and data @> $3::jsonb order by updated_at desc, id desc limit 51`,
      values: (known, n) => [...both(known), JSON.stringify({ reference: `Ref-${nth(known, n)}` })],
    },
  },
  {
    name: "custom_option",
    kith: (_known, n) => list({ filter: `region:${pick(REGIONS, n)} stage:${pick(STAGES, n)}` }),
    bare: {
      text: `${LIVE} and data @> $3::jsonb and stage = $4 order by updated_at desc, id desc limit 51`,
      values: (known, n) => [...both(known), JSON.stringify({ region: pick(REGIONS, n) }), pick(STAGES, n)],
    },
  },
  {
    // One record in five matches: found by reading the newest, not by collecting all matches.
    name: "common_option",
    kith: (_known, n) => list({ filter: `region:${pick(REGIONS, n)}` }),
    bare: {
      text: `${LIVE} and data @> $3::jsonb order by updated_at desc, id desc limit 51`,
      values: (known, n) => [...both(known), JSON.stringify({ region: pick(REGIONS, n) })],
    },
  },
  {
    // One record of all matches, and it is an old one: found by the index, not by reading the list.
    name: "option_of_one",
    kith: () => list({ filter: "region:island" }),
    bare: {
      text: `${LIVE} and data @> $3::jsonb order by updated_at desc, id desc limit 51`,
      values: (known) => [...both(known), JSON.stringify({ region: "island" })],
    },
  },
  {
    // One record in twelve has it: found by reading the newest, not by collecting all matches and sorting them.
    name: "common_word",
    kith: (_known, n) => list({ filter: `next_step~${pick(WORDS, n)}` }),
    bare: {
      text: `${LIVE} and search like $3 order by updated_at desc, id desc limit 51`,
      values: (known, n) => [...both(known), `%${pick(WORDS, n)}%`],
    },
  },
  {
    name: "range_and_sort",
    kith: (_known, n) => list({ filter: `score>=${(n * 997) % 100_000}`, sort: "score" }),
    bare: {
      text: `${LIVE} and (data ->> 'score')::numeric >= $3 order by (data ->> 'score')::numeric, id limit 51`,
      values: (known, n) => [...both(known), (n * 997) % 100_000],
    },
  },
  {
    name: "contains",
    kith: (_known, n) => list({ filter: `next_step~"${pick(WORDS, n)} ${pick(WORDS, n + 3)}"` }),
    bare: {
      text: `${LIVE} and search like $3 order by updated_at desc, id desc limit 51`,
      values: (known, n) => [...both(known), `%${pick(WORDS, n)} ${pick(WORDS, n + 3)}%`],
    },
  },
  {
    // The case above is hard: one record in twelve has each word. A text that few records have is the usual case.
    name: "contains_rare",
    kith: (known, n) => list({ filter: `reference~"ef-${nth(known, n)}"` }),
    bare: {
      text: `${LIVE} and search like $3 order by updated_at desc, id desc limit 51`,
      values: (known, n) => [...both(known), `%ef-${nth(known, n)}%`],
    },
  },
  {
    name: "search",
    kith: (known, n) => ({
      path: `/search?${new URLSearchParams({ query: `${pick(WORDS, n)} ${nth(known, n)}`, limit: "10" }).toString()}`,
    }),
    bare: {
      text: `select ${COLUMNS} from records where company_id = $1 and deleted_at is null and search like $2 and search like $3 limit 10`,
      values: (known, n) => [known.company.id, `%${pick(WORDS, n)}%`, `%${nth(known, n)}%`],
    },
  },
  {
    name: "grouped_sum",
    kith: () => ({ path: "/records/deal/aggregate", body: { measures: [{ measure: "sum", field: "amount" }], group_by: "stage" } }),
    bare: {
      text: "select stage, sum(amount) from records where company_id = $1 and type_id = $2 and deleted_at is null group by stage",
      values: (known) => both(known),
    },
  },
  {
    name: "first_page",
    kith: () => list({}),
    bare: { text: `${LIVE} order by updated_at desc, id desc limit 51`, values: (known) => both(known) },
  },
  {
    name: "deep_page",
    kith: ({ company, deep }) => list({ cursor: cursorAt(company, deep) }),
    bare: {
      text: `${LIVE} and (updated_at, id) < ($3, $4) order by updated_at desc, id desc limit 51`,
      values: (known) => [...both(known), known.deep.updated_at, known.deep.id],
    },
  },
];

const cursors = createCursors(SECRET);

/** The cursor that a reader would hold after so many pages. */
function cursorAt(company: BenchCompany, { updated_at: value, id }: Known["deep"]): string {
  const position = { part: "valued", values: [value], id };
  return cursors.seal(company.id, listName(company.dealType), JSON.stringify(position));
}
