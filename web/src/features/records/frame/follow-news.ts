import type { LiveNews } from "@kith/server/contract";
import type { Query, QueryClient } from "@tanstack/react-query";
import { api, ApiError } from "../../../api.ts";
import type { LiveChange, LiveTools } from "../../../live/apply-news.ts";
import type { CrmRecord } from "../../fields/index.ts";
import { loadFilterReach } from "../../filters/index.ts";
import { types } from "../../types/index.ts";
import type { RecordPage } from "../read/list-pages.ts";
import { dropFromLists, dropRecord, putRecord, refreshTimeline } from "../read/record-cache.ts";

/** More rows than this are not read one by one: their lists are. */
const MAX_ROWS_ONE_BY_ONE = 20;

const LISTS: ReadonlySet<string> = new Set(["records.list"]);
const FIGURES: ReadonlySet<string> = new Set(["records.aggregate", "records.count"]);

/** Follows records row by row, so that one change does not read a whole list again. */
export function followRecords(tools: LiveTools, { changes, crowds }: LiveNews): void {
  void followEach(
    tools,
    changes.filter((change) => change.subject.type === "rec"),
  );
  for (const { subject_type: subject, record_type: type } of crowds) if (subject === "rec" && type) refreshAll(tools, type);
}

async function followEach(tools: LiveTools, changes: LiveChange[]): Promise<void> {
  const { client, userId, recent } = tools;
  if (changes.length === 0) return;
  const seen = new Set(changes.filter((one) => isKnown(tools, one)).map((one) => one.subject.id));
  for (const id of new Set(changes.map((one) => one.subject.id))) {
    // Its timeline was read when it was saved.
    if (seen.has(id)) continue;
    const andNotes = changes.some(({ subject, type }) => subject.id === id && type !== "record.updated");
    refreshTimeline(client, id, { andNotes });
    void forget(client, id);
  }
  const old = [...outdated(client, changes)];
  const isMany = old.length > MAX_ROWS_ONE_BY_ONE;
  if (!isMany) await Promise.all(old.map((id) => readAgain(client, id)));
  recent.note(changes.filter(({ actor, key }) => actor?.id !== userId || key !== null));
  for (const type of new Set(changes.map((one) => one.record_type ?? ""))) {
    if (isMany) refreshAll(tools, type);
    else refreshLists(tools, type, fieldsOf(changes.filter((one) => (one.record_type ?? "") === type)));
  }
}

/** Which fields have other values; undefined when records came, went or were found by something else. */
type Changed = readonly string[] | undefined;

const fieldsOf = (changes: LiveChange[]): Changed =>
  changes.every(({ type, fields }) => type === "record.updated" && fields.length > 0) ? changes.flatMap(({ fields }) => fields) : undefined;

/** What this tab saved itself: its page has it in this version. */
function isKnown({ client, userId }: LiveTools, { subject, version, actor, key, type }: LiveChange): boolean {
  if (actor?.id !== userId || key !== null || version === null || type !== "record.updated") return false;
  return (client.getQueryData<CrmRecord>(["records.get", { id: subject.id }])?.version ?? 0) >= version;
}

/**
 * A record that is not on the page is read when it is opened again. An answer still on its way may be older than the change and would
 * pass for new: it is cancelled, and asked for again where a page waits for it.
 */
async function forget(client: QueryClient, id: string): Promise<void> {
  const queryKey = ["records.get", { id }];
  await client.cancelQueries({ queryKey, type: "inactive" });
  await client.invalidateQueries({ queryKey, predicate: (query) => !query.isActive() || query.state.fetchStatus === "fetching" });
}

/** Records on the page in an older version than the one in the news. What this tab saved itself is there already. */
function outdated(client: QueryClient, changes: LiveChange[]): Set<string> {
  const newest = new Map(changes.map(({ subject, version }) => [subject.id, version ?? Number.POSITIVE_INFINITY]));
  const isOld = ({ id, version }: CrmRecord) => version < (newest.get(id) ?? 0);
  const active = { type: "active" } as const;
  const pages = client.getQueriesData<RecordPage>({ queryKey: ["records.list"], ...active });
  const records = client.getQueriesData<CrmRecord>({ queryKey: ["records.get"], ...active });
  const shown = [...pages.flatMap(([, page]) => page?.items ?? []), ...records.flatMap(([, record]) => record ?? [])];
  return new Set(shown.filter(isOld).map((record) => record.id));
}

async function readAgain(client: QueryClient, id: string): Promise<void> {
  try {
    const record = await api.call("records.get", { id });
    if (record.deleted_at) dropFromLists(client, id);
    putRecord(client, record);
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") dropRecord(client, id);
    // Anything else: the list is read again in a moment anyway.
  }
}

/** Records of this type changed: which rows a list has, and the figures about them, may differ. */
function refreshLists(tools: LiveTools, type: string, changed: Changed): void {
  refreshTouched(tools, LISTS, `list ${type}`, "quick", type, changed);
  refreshFigures(tools, type, changed);
}

const waiting = new WeakMap<LiveTools["refresher"], Map<string, Changed>>();

/** Reads again what other values of these fields can change: what is sorted, grouped or added up by one of them, or filtered by it. */
function refreshTouched(
  tools: LiveTools,
  names: ReadonlySet<string>,
  what: string,
  pace: "quick" | "slow",
  type: string,
  changed: Changed,
): void {
  const { client, refresher } = tools;
  const all = waiting.get(refresher) ?? new Map<string, Changed>();
  waiting.set(refresher, all);
  // Of several changes in a row only the last one runs: it is for all of them.
  const before = all.has(what) ? all.get(what) : [];
  all.set(what, changed && before && [...before, ...changed]);
  refresher.soon(what, pace, () => {
    const fields = all.get(what);
    all.delete(what);
    if (!fields) {
      refresher.stale((name, query) => names.has(name) && inputOf(query).type === type);
      void refreshThrough(tools, names, type);
      return;
    }
    const moved = withTimes(client, type, fields);
    const isNamed = (query: Query) => inputOf(query).type === type && namesIn(query).some((key) => moved.includes(key));
    refresher.stale((name, query) => names.has(name) && isNamed(query));
    const isFiltered = (query: Query) => names.has(String(query.queryKey[0])) && !isNamed(query) && Boolean(inputOf(query).filter);
    void refreshFiltered(tools, isFiltered, (reach, query) => {
      const { type: own = "", filter = "" } = inputOf(query);
      return reach.dependsOn(client, own, filter, type, moved);
    });
  });
}

/** Times that the service sets by itself change along. */
function withTimes(client: QueryClient, type: string, fields: readonly string[]): string[] {
  const stage = client.getQueryData(types.queryKey)?.items.find(({ key }) => key === type)?.stage_field;
  const times = stage && !fields.includes(stage) ? [] : ["stage_entered_at", "won_at", "lost_at"];
  return [...fields, "updated_at", "last_activity_at", ...times];
}

/** What a list is sorted by, or a figure grouped and added up by. */
function namesIn(query: Query): string[] {
  const { sort = "", group_by: group = "", measures = [] } = inputOf(query);
  return [...sort.split(",").map((key) => key.trim().replace(/^-/, "")), group, ...measures.flatMap(({ field }) => field ?? [])].filter(
    Boolean,
  );
}

/** Many records changed: everything on the page about this type is read again, once they are done. */
function refreshAll(tools: LiveTools, type: string): void {
  const { refresher } = tools;
  const isOld = (name: string, query: Query) =>
    name === "records.get" || name === "records.timeline" || (LISTS.has(name) && inputOf(query).type === type);
  refresher.soon(`all ${type}`, "slow", () => {
    refresher.stale(isOld);
    void refreshThrough(tools, LISTS, type);
  });
  refreshFigures(tools, type, undefined);
}

const refreshFigures = (tools: LiveTools, type: string, changed: Changed) =>
  refreshTouched(tools, FIGURES, `figures ${type}`, "slow", type, changed);

/** Lists of other types whose filter looks at records of this type: "deals of organizations in Berlin". */
async function refreshThrough(tools: LiveTools, names: ReadonlySet<string>, type: string): Promise<void> {
  const isFiltered = (query: Query) =>
    names.has(String(query.queryKey[0])) && inputOf(query).type !== type && Boolean(inputOf(query).filter);
  await refreshFiltered(tools, isFiltered, (reach, query) => {
    const { type: own = "", filter = "" } = inputOf(query);
    return reach.looksAt(tools.client, own, filter, type);
  });
}

type Reach = Awaited<ReturnType<typeof loadFilterReach>>;

async function refreshFiltered(
  { client, refresher }: LiveTools,
  isFiltered: (query: Query) => boolean,
  isMeant: (reach: Reach, query: Query) => boolean,
): Promise<void> {
  if (client.getQueryCache().findAll({ predicate: isFiltered }).length === 0) return;
  // The filter language is not in the first code. While it cannot be fetched, every such list may be meant.
  const reach = await loadFilterReach().catch(() => undefined);
  refresher.stale((_, query) => isFiltered(query) && (!reach || isMeant(reach, query)));
}

interface Input {
  id?: string;
  type?: string;
  filter?: string;
  sort?: string;
  group_by?: string;
  measures?: { field?: string }[];
}

const inputOf = ({ queryKey }: Query) => (queryKey[1] ?? {}) as Input;
