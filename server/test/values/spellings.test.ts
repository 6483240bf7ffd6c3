import assert from "node:assert/strict";
import test from "node:test";
import { createZone, readDay, readMoment, readMoney, readNumber, type Formats, type Moment } from "@kith/filter/values";
import { formatsOf } from "../../src/features/types/formats.ts";
import { countsOf, untilImport, uploadFile } from "../import-file.ts";
import { scaled } from "../measured.ts";
import { sharedService } from "../service.ts";
import { LOCALES, RATES, SPELLINGS, TIME_ZONE } from "./spellings.ts";

const service = sharedService();
let worker: { stop(): Promise<void> } | undefined;
test.after(() => worker?.stop());
test.beforeEach(async () => {
  worker ??= await service().app.startWorker();
});

type Kind = (typeof SPELLINGS)[number][0];
type Row = { kind: Kind; text: string; expected: string };
type Company = Awaited<ReturnType<typeof openCompany>>;

/** What became of a spelling: the value as stored in the notation of the table, or `no`; and the record. */
interface Outcome {
  stored: string;
  id?: string | undefined;
}
const REFUSED: Outcome = { stored: "no" };

for (const [at, locale] of LOCALES.entries()) {
  test(`${locale.name}: ${SPELLINGS.length} spellings mean the same in imports, cells, REST, MCP and filters, or are refused`, async () => {
    const company = await openCompany(at, locale);
    const rows = SPELLINGS.map(([kind, text, ...stored]): Row => ({ kind, text, expected: stored[at] ?? stored[0] ?? "" }));
    const [cells, rest, mcp] = [await inCells(company, rows), await overRest(company, rows), await overMcp(company, rows)];
    const filters = await inFilters(company, rows, rest);
    const imported = await inImport(company, rows);
    const wrong = rows.flatMap((row, index) => {
      const [cell, ...programs] = [cells, rest, mcp].map((outcomes) => outcomes[index]?.stored ?? "missing");
      const byPerson = row.expected.replace("?", "");
      const byProgram = row.expected.endsWith("?") ? "no" : byPerson;
      const isToday = byPerson === "*" && cell !== "no";
      const isRight = isToday ? programs.every((one) => one === cell) : cell === byPerson && programs.every((one) => one === byProgram);
      const inFile = imported[index]?.stored ?? "missing";
      const isReadInFile = inFile === cell || isOtherLanguage(row, SPELLINGS[index]?.slice(2) ?? [], inFile, cell);
      if (isRight && isReadInFile && filters[index] === undefined) return [];
      return [[...Object.values(row), cell, ...programs, inFile, filters[index]].join(" | ")];
    });
    assert.deepEqual(wrong, []);
  });
}

/** A company with a type that has a field of each kind. */
async function openCompany(at: number, { name, ...settings }: (typeof LOCALES)[number]) {
  const admin = await service().given.admin(name, { time_zone: TIME_ZONE, ...settings });
  await admin.call("types.create", { key: "sample", label: "Sample", label_plural: "Samples" });
  for (const [label, type] of [
    ["number", "number"],
    ["money", "money"],
    ["day", "date"],
    ["moment", "datetime"],
  ] as const)
    await admin.call("types.addField", { type: "sample", key: label, label, field_type: type });
  for (const currency of RATES.filter((one) => one !== settings.currency)) await admin.call("currencies.set", { currency, rate: "2" });
  const formats = formatsOf(settings);
  const moment: Moment = { now: service().clock.now().getTime(), zone: createZone(TIME_ZONE), weekStart: formats.weekStart };
  return { at, admin, key: (await admin.key()).key, formats, moment };
}

const valuesOf = ({ kind, text }: Row, surface: "REST" | "MCP") => ({ name: `${surface} ${text}`, [kind]: text });

/** A stored value in the notation of the table. */
function shown({ kind }: Row, value: unknown, { formats }: Company): string {
  if (kind !== "money") return String(value);
  if (typeof value !== "object" || value === null) return `${String(value)} ${formats.currency}`;
  const { amount, currency } = value as { amount: unknown; currency: string };
  return `${String(amount)} ${currency}`;
}

/** The name of a month or a day may be in the language of the file: an import reads what one of the other companies reads, and nothing else. */
const isOtherLanguage = ({ kind, text }: Row, elsewhere: string[], inFile: string, cell: string | undefined) =>
  cell === "no" &&
  (kind === "day" || kind === "moment") &&
  /\p{L}{3}/u.test(text) &&
  (elsewhere.includes(inFile) || elsewhere.includes("*"));

/** One file, with the company's own formats. Its check must count what the import then does. */
async function inImport(company: Company, rows: Row[]): Promise<Outcome[]> {
  const kinds: Kind[] = ["number", "money", "day", "moment"];
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.map(({ kind, text }, at) => [`import ${at}`, ...kinds.map((one) => (one === kind ? text : ""))].map(quoted).join(","));
  const id = await uploadFile(company.admin, "sample", ["name", ...kinds].join(",") + "\n" + lines.join("\n"));
  const mapping = ["name", ...kinds].map((field, column) => ({ column, field }));
  await company.admin.call("imports.check", { id, mapping, mode: "create", bad_cells: "refuse_row", delimiter: "," });
  const checked = await untilImport(company.admin, id, "checked", "failed");
  await company.admin.call("imports.start", { id });
  assert.deepEqual(countsOf(await untilImport(company.admin, id, "done", "failed")), countsOf(checked));
  const byName = new Map([...(await readAll(company)).values()].map((values) => [values["name"], values]));
  return rows.map((row, at) => {
    const values = byName.get(`import ${at}`);
    return values ? { stored: shown(row, values[row.kind], company) } : REFUSED;
  });
}

/** The web application reads what was typed with the company's formats, and sends what has one reading in JSON. */
async function inCells(company: Company, rows: Row[]): Promise<Outcome[]> {
  const typed = rows.map((row) => readCell(row, company.formats, company.moment));
  const items = typed.flatMap((value, at) =>
    value === undefined ? [] : [{ values: { name: `cell ${at}`, [rows[at]?.kind ?? ""]: value } }],
  );
  const { results } = await company.admin.call("records.batch", { type: "sample", items });
  return typed.map((value, at) => {
    const row = rows[at];
    if (value === undefined || !row) return REFUSED;
    const result = results.shift();
    return result?.status === "created" ? { stored: shown(row, result.values[row.kind], company) } : REFUSED;
  });
}

function readCell({ kind, text }: Row, formats: Formats, moment: Moment): unknown {
  if (kind === "money") {
    const reading = readMoney(text, formats);
    return "value" in reading ? { amount: Number(reading.value.amount), currency: reading.value.currency } : undefined;
  }
  const reading =
    kind === "number"
      ? readNumber(text, formats.number)
      : kind === "day"
        ? readDay(text, formats, moment)
        : readMoment(text, formats, moment);
  if (!("value" in reading)) return undefined;
  return kind === "number" ? Number(reading.value) : reading.value;
}

/** One batch; each answer is compared with the record as it is read afterwards. */
async function overRest(company: Company, rows: Row[]): Promise<Outcome[]> {
  const items = rows.map((row) => ({ values: valuesOf(row, "REST") }));
  const response = await service().rest(company.key, "POST", "/records/sample/batch", { items });
  const { results } = (await response.json()) as { results: { id: string | null; values: Record<string, unknown> }[] };
  const kept = await readAll(company);
  return rows.map((row, at) => {
    const { id = null, values = {} } = results[at] ?? {};
    if (id === null) return REFUSED;
    assert.deepEqual(values[row.kind], kept.get(id)?.[row.kind], `the answer shows ${row.text} as it is stored`);
    return { stored: shown(row, values[row.kind], company), id };
  });
}

async function readAll({ admin }: Company): Promise<Map<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>();
  for (let cursor: string | undefined; ;) {
    const page = await admin.call("records.list", { type: "sample", limit: 100, ...(cursor ? { cursor } : {}) });
    for (const { id, values } of page.items) found.set(id, values);
    if (!page.next_cursor) return found;
    cursor = page.next_cursor;
  }
}

/** A hundred at a time, first as a dry run: it answers what is stored then. */
async function overMcp(company: Company, rows: Row[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < rows.length; start += 100) {
    const part = rows.slice(start, start + 100);
    const records = part.map((row) => ({ values: valuesOf(row, "MCP") }));
    const [dry, real] = [await saveRecords(company, records, true), await saveRecords(company, records, false)];
    assert.deepEqual(
      dry.map(({ status, values }) => ({ status, values })),
      real.map(({ status, values }) => ({ status, values })),
      "a dry run shows what is stored",
    );
    outcomes.push(
      ...part.map((row, at) => (real[at]?.status === "created" ? { stored: shown(row, real[at].values[row.kind], company) } : REFUSED)),
    );
  }
  return outcomes;
}

async function saveRecords({ key }: Company, records: unknown[], isDryRun: boolean) {
  const params = { name: "save_records", arguments: { type: "sample", records, dry_run: isDryRun } };
  const response = await service().mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const { result } = (await response.json()) as {
    result: { structuredContent: { results: { status: string; values: Record<string, unknown> }[] } };
  };
  return result.structuredContent.results;
}

/**
 * What is wrong with the same text in a filter, if anything: it finds what REST stored by it, and nothing else. A filter may also name
 * more than one day, and compares money in the company's currency only.
 */
async function inFilters(company: Company, rows: Row[], stored: Outcome[]): Promise<(string | undefined)[]> {
  const problems: (string | undefined)[] = [];
  // Each is a call of its own. The gate has others of them in each company.
  const every = scaled(1, LOCALES.length);
  const asked = [...rows.entries()].filter(([at]) => (at + company.at) % every === 0);
  for (let start = 0; start < asked.length; start += 10) {
    const part = asked.slice(start, start + 10);
    await Promise.all(part.map(async ([at, row]) => (problems[at] = await inFilter(company, row, stored[at] ?? REFUSED))));
  }
  return problems;
}

async function inFilter(company: Company, row: Row, { stored, id }: Outcome): Promise<string | undefined> {
  const filter = {
    and: [
      { field: "name", op: "starts_with", value: "REST" },
      { field: row.kind, op: "eq", value: row.text },
    ],
  };
  const response = await service().rest(
    company.key,
    "GET",
    `/records/sample?limit=100&filter=${encodeURIComponent(JSON.stringify(filter))}`,
  );
  const isTime = row.kind === "day" || row.kind === "moment";
  const isForeign = row.kind === "money" && !stored.endsWith(company.formats.currency);
  if (!response.ok) return id === undefined || isForeign ? undefined : await response.text();
  const { items } = (await response.json()) as { items: { id: string; values: Record<string, unknown> }[] };
  if (id === undefined) return isTime ? undefined : "taken";
  if (!items.some((item) => item.id === id)) return "does not find it";
  const others = items.filter(
    (item) => !isTime && shown(row, item.values[row.kind], company) !== stored && !isConverted(item.values[row.kind]),
  );
  return others.length > 0 ? "finds another value" : undefined;
}

/** Money in another currency is compared by its value in the company's. */
const isConverted = (value: unknown) => typeof value === "object" && value !== null;
