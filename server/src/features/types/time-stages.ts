import type { Tx } from "../../kernel/database.ts";
import type { OptionDefinition, TypeDefinition } from "./definition.ts";

const BATCH = 500;
const FIRST = "00000000-0000-0000-0000-000000000000";

// When an event put a record into a stage. A change says so itself, and an undone one has the time of before; a record that was created
// closed was closed on its date, as in records/write/stage-times.ts.
const timeOf = (first: string) => `coalesce(
  case when $8::boolean then coalesce(e.changes -> (${first}) ->> 1, e.changes -> 'stage_entered_at' ->> 1)::timestamptz end,
  case when e.type = 'record.created' and b.state in ('won', 'lost') and b.closed_on < e.at then b.closed_on else e.at end)`;

const OF_RECORD = `e.company_id = $1 and e.subject_type = 'rec' and e.subject_id = b.id and e.type in ('record.created', 'record.updated')`;

// Where the log does not reach back, the last change of the record is taken. A record that somebody changes meanwhile has its times by that.
const RETIME = `
  with states as (select * from unnest($4::text[], $5::text[]) as s (key, state)),
  batch as (
    select r.id, r.version, r.stage, r.updated_at, r.due_at + case when $6::boolean then interval '12 hours' else interval '0' end as closed_on, s.state
    from records r left join states s on s.key = r.stage where r.company_id = $1 and r.id = any($2::uuid[])
  ),
  timed as (
    select b.id, b.version, b.state, b.stage, coalesce(entered.at, b.updated_at) as entered_at, coalesce(closed.at, entered.at, b.updated_at) as closed_at
    from batch b
    left join lateral (
      select ${timeOf("'stage_entered_at'")} as at from events e where ${OF_RECORD} and e.changes -> $3::text ->> 1 = b.stage
      order by e.id desc limit 1) as entered on true
    left join lateral (
      select ${timeOf("b.state || '_at'")} as at from events e
      join states now_in on now_in.key = e.changes -> $3::text ->> 1
      left join states came_from on came_from.key = e.changes -> $3::text ->> 0
      where ${OF_RECORD} and now_in.state = b.state and came_from.state is distinct from b.state
      order by e.id desc limit 1) as closed on true
  )
  update records r set
    stage_entered_at = case when t.stage is not null then coalesce(case when not $7::boolean then r.stage_entered_at end, t.entered_at) end,
    won_at = case when t.state = 'won' then coalesce(case when not $7::boolean then r.won_at end, t.closed_at) end,
    lost_at = case when t.state = 'lost' then coalesce(case when not $7::boolean then r.lost_at end, t.closed_at) end
  from timed t where r.company_id = $1 and r.id = t.id and r.version = t.version
    and ($7::boolean or (t.state is not distinct from 'won') <> (r.won_at is not null) or (t.state is not distinct from 'lost') <> (r.lost_at is not null))`;

/**
 * Puts the times of the stage right for the next records of a type, after its stage became another field, or an option of it another state.
 * Times that still hold stay, unless the field is another. Returns the last record, undefined after the end.
 */
export async function timeStages(
  tx: Tx,
  companyId: string,
  type: TypeDefinition,
  after: string | null,
  isNewField: boolean,
): Promise<string | undefined> {
  const stage = type.fields.find((field) => field.key === type.stageField);
  if (!stage) return undefined; // the times are kept, and not shown
  const rows = await tx.query<{ id: string }>(
    `select id from records where company_id = $1 and type_id = $2 and id > $3 order by id limit ${BATCH}`,
    [companyId, type.id, after ?? FIRST],
  );
  const ids = rows.map((row) => row.id);
  const options = stage.options ?? [];
  const isDay = type.fields.find((field) => field.key === type.dateField)?.shape === "day";
  const areOwn = type.fields.some(({ key, place }) => TIMES.has(key) && place.kind !== "column");
  await tx.query(RETIME, [
    companyId,
    ids,
    stage.key,
    options.map((option) => option.key),
    options.map((option) => option.state ?? null),
    isDay,
    isNewField,
    !areOwn,
  ]);
  return ids.length < BATCH ? undefined : ids.at(-1);
}

const TIMES = new Set(["stage_entered_at", "won_at", "lost_at"]);

/** Whether records with an option of before are open, won or lost where they were not. */
export const haveOtherStates = (before: OptionDefinition[] | null, after: OptionDefinition[] | null): boolean =>
  (before ?? []).some((old) => (after ?? []).find((option) => option.key === old.key)?.state !== old.state);
