import { readMoment } from "@kith/filter/values";
import { fold, instantRanges, nearest, parseDate, zoneNamed } from "@kith/filter";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { before, DAY_MS } from "../../../kernel/clock.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";
import type { Cursors } from "../../../platform/cursors.ts";
import { changedFields, operationsInFull, undoneAmong, walkOperations } from "../../events/index.ts";
import { memberId } from "../../members/operations.ts";
import type { CompanySchema } from "../../types/index.ts";
import { peopleOf } from "../query/filter.ts";
import { STAGE_TIMES } from "../row.ts";
import { operations, undo } from "../operations.ts";
import type { OtherUndo } from "./undo-call.ts";

interface Wanted {
  /** `me`, `everyone`, or a person. */
  by: string;
  days: number;
  since?: string | undefined;
  until?: string | undefined;
  limit: number;
  cursor?: string | undefined;
  about: "records" | "everything";
}

/** The latest operations that changed records, or conversations too: of the caller, of a person or of everyone. */
export async function listOperations(
  call: Call<Member>,
  schema: CompanySchema,
  cursors: Cursors,
  { subjectTypes, undoes }: OtherUndo,
  { by, days, since, until, limit, cursor, about }: Wanted,
) {
  const { actor, tx, clock } = call;
  const person = by === "everyone" ? null : by === "me" ? actor.userId : await personNamed(call, by);
  // Which conversations others changed is for those who see them.
  const types = about === "everything" && person === actor.userId ? [RECORD, ...subjectTypes] : [RECORD];
  const list = [operations.name, person ?? by, types.length, since ?? days, until].join("\n");
  const range = {
    since: since === undefined ? before(clock, days * DAY_MS) : momentOf(call, schema, since, "since"),
    until: until === undefined ? null : momentOf(call, schema, until, "until"),
    limit,
    before: cursor === undefined ? undefined : cursors.open(actor.companyId, list, cursor),
  };
  const walked = await walkOperations(tx, actor.companyId, types, person, range);
  const ids = walked.operations.map((one) => one.operation_id);
  const found = await operationsInFull(tx, actor.companyId, types, ids);
  const fields = await changedFields(tx, actor.companyId, ids);
  const undone = await undoneAmong(call, ids);
  return {
    items: found.map(({ subjects, first_subjects: first, operation_id, at, by: who, key, via, kinds, conversations, operation }) => ({
      operation_id,
      at,
      by: who,
      key,
      via,
      kinds,
      fields: fields.get(operation_id)?.filter((field) => !HIDDEN.has(field)) ?? [],
      count: subjects,
      conversations,
      records: [...new Map(first.map(({ id, name, type }) => [id, { id, type, title: name }])).values()],
      is_undo: isUndo(operation, undoes),
      is_undone: undone.has(operation_id),
    })),
    next_cursor: walked.endedAt && cursors.seal(actor.companyId, list, walked.endedAt),
  };
}

const RECORD = "rec";

/** Not a change of its own: it took one back. */
const isUndo = (operation: string, undoes: readonly string[]) => operation === undo.name || undoes.includes(operation);

/** They change with the stage, and are told by it. */
const HIDDEN: ReadonlySet<string> = new Set(STAGE_TIMES);

async function personNamed(call: Call<Member>, given: string): Promise<string> {
  const people = await peopleOf(call);
  const wanted = fold(given.replace(/^@/, ""));
  const meant = people.filter(({ id, email, name }) => [id, fold(email), fold(name)].includes(wanted));
  const [only, another] = meant.length > 0 ? meant : people.filter(({ name }) => fold(name).split(" ").includes(wanted));
  if (only && !another) return memberId.decode(only.id);
  const message = another ? `Several people are called ${JSON.stringify(given)}.` : `There is nobody called ${JSON.stringify(given)}.`;
  const close = nearest(
    given,
    people.map(({ name }) => name),
  );
  const hint = another
    ? "Give an email."
    : close.length > 0
      ? `Did you mean ${close.join(" or ")}?`
      : "Give me, everyone, or a name or email.";
  throw invalid([{ pointer: "/by", message, hint }]);
}

/** The beginning of a day or time, or of what comes after it. Days are those of the company. */
export function momentOf({ clock }: Call<Member>, schema: CompanySchema, text: string, end: "since" | "until"): Date {
  const moment = { now: clock.now().getTime(), zone: zoneNamed(schema.timeZone), weekStart: schema.formats.weekStart };
  const exact = /T\d/.test(text) ? readMoment(text, schema.formats, moment) : undefined;
  if (exact && "value" in exact) return new Date(exact.value);
  const day = parseDate(text);
  const [range] = day ? instantRanges({ op: "in", values: [day] }, moment) : [];
  const at = end === "since" ? range?.start : range?.end;
  if (at === undefined)
    throw invalid([
      {
        pointer: `/${end}`,
        message: `${JSON.stringify(text)} is not a day or a time.`,
        hint: "Such as 2026-11-14, 2026-11-14T09:00:00Z, yesterday or -7d.",
      },
    ]);
  return new Date(at);
}

// Each undo and what it took back are two of them.
const LOOKED_THROUGH = 100;

/**
 * The caller's latest change that is not an undo and was not undone: someone who says "undo that" twice means the change before, and does
 * not want the first undo undone.
 */
export async function lastOperation(call: Call<Member>, { subjectTypes, undoes }: OtherUndo): Promise<string> {
  const { actor, tx } = call;
  const wanted = { since: null, until: null, limit: LOOKED_THROUGH };
  const { operations: found } = await walkOperations(tx, actor.companyId, [RECORD, ...subjectTypes], actor.userId, wanted);
  const changes = found.filter(({ operation }) => !isUndo(operation, undoes));
  const undone = await undoneAmong(
    call,
    changes.map((change) => change.operation_id),
  );
  const [last] = changes
    .filter((change) => !undone.has(change.operation_id))
    .toSorted((one, other) => (one.last_id < other.last_id ? 1 : -1));
  if (!last) throw notFound("A change of yours");
  return last.operation_id;
}
