import type { LiveNews } from "@kith/server/contract";
import type { Query, QueryClient } from "@tanstack/react-query";
import { api, ApiError } from "../../api.ts";
import type { RecordPage } from "../records/list-pages.ts";
import { dropFromLists, dropRecord, putRecord } from "../records/record-cache.ts";
import type { CrmRecord } from "../records/record.ts";
import type { RecentChanges } from "./recent-change.ts";
import type { Refresher } from "./refresher.ts";

type LiveChange = LiveNews["changes"][number];

/** More rows than this are not read one by one: the lists they stand in are. */
const ONE_BY_ONE_MOST = 20;

/** Which rooms' answers an event makes old. Records are followed row by row instead. */
const ROOMS: Record<string, string[]> = {
  company: ["members", "companies"],
  dashboard: ["dashboards"],
  export: ["exports"],
  field: ["types"],
  import: ["imports"],
  invitation: ["invitations"],
  key: ["keys"],
  member: ["members"],
  sample: ["samples"],
  session: ["sessions"],
  type: ["types"],
  view: ["views"],
  widget: ["dashboards"],
};

export interface Hearer {
  client: QueryClient;
  /** Who is signed in: their own changes in the browser are theirs already, and not tinted. */
  userId: string;
  recent: RecentChanges;
  refresher: Refresher;
}

/** Brings what is on the page up to date with what was just heard, reading again only what it shows. */
export function applyNews(hearer: Hearer, { changes, crowds }: LiveNews): void {
  const { refresher } = hearer;
  const onRecords = changes.filter((change) => change.subject.type === "rec");
  void followRecords(hearer, onRecords);
  for (const { type } of changes) for (const room of ROOMS[roomOf(type)] ?? []) refresher.room(room);
  for (const { subject_type, record_type, types } of crowds) {
    if (subject_type === "rec" && record_type) refresher.crowd(record_type);
    else for (const type of types) for (const room of ROOMS[roomOf(type)] ?? []) refresher.room(room);
  }
  refresher.room("events");
}

const roomOf = (type: string) => type.slice(0, type.indexOf("."));

async function followRecords({ client, userId, recent, refresher }: Hearer, changes: LiveChange[]): Promise<void> {
  if (changes.length === 0) return;
  for (const id of new Set(changes.map((one) => one.subject.id))) {
    void client.invalidateQueries({ queryKey: ["records.timeline"], predicate: (query) => inputOf(query).id === id });
    void forget(client, id);
  }
  const old = [...outdated(client, changes)];
  if (old.length <= ONE_BY_ONE_MOST) await Promise.all(old.map((id) => readAgain(client, id)));
  recent.note(changes.filter(({ actor, key }) => actor?.id !== userId || key !== null));
  for (const type of new Set(changes.map((one) => one.record_type ?? ""))) {
    if (old.length > ONE_BY_ONE_MOST) refresher.crowd(type);
    else refresher.list(type);
  }
}

/**
 * A record looked at a moment ago is not read now, but when it is opened again. An answer still on its way may have been read before the
 * change, and would pass for new: it is not waited for, and where a page waits for it, it is asked for again.
 */
async function forget(client: QueryClient, id: string): Promise<void> {
  const queryKey = ["records.get", { id }];
  await client.cancelQueries({ queryKey, type: "inactive" });
  await client.invalidateQueries({ queryKey, predicate: (query) => !query.isActive() || query.state.fetchStatus === "fetching" });
}

/** Records on the page in an older version than the one that was heard of. What this tab saved itself is there already. */
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

const inputOf = (query: Query) => (query.queryKey[1] ?? {}) as { id?: string; type?: string };
