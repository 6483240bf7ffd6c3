import { HOUR_MS } from "../../../kernel/clock.ts";
import type { Changes } from "../../../kernel/event.ts";
import type { FieldDefinition, TypeDefinition } from "../../types/index.ts";
import { STAGE_TIMES, type RecordRow, type Values } from "../row.ts";

export type StageTimes = Pick<RecordRow, (typeof STAGE_TIMES)[number]>;

/** When a record came into its stage, and when it was won or lost: they change with the stage, and with nothing else. */
export function stageTimes(type: TypeDefinition, old: RecordRow | undefined, row: RecordRow, given: Values, now: Date): StageTimes {
  const kept = { stage_entered_at: old?.stage_entered_at ?? null, won_at: old?.won_at ?? null, lost_at: old?.lost_at ?? null };
  if ((old?.stage ?? null) === row.stage) return kept;
  const [from, to] = [stateOf(type, old?.stage), stateOf(type, row.stage)];
  const at = old ? now : closedOn(type, row, to, now);
  const since = (state: "won" | "lost", before: Date | null) => (to === state ? ((from === state ? before : null) ?? at) : null);
  const times: StageTimes = {
    stage_entered_at: row.stage === null ? null : at,
    won_at: since("won", kept.won_at),
    lost_at: since("lost", kept.lost_at),
  };
  // An undone change has the times of before in its event.
  for (const key of STAGE_TIMES) if (isBuiltIn(type, key) && given[key] !== undefined) times[key] = toDate(given[key]);
  return times;
}

/** For the event: undo needs the times of before. */
export function timeChanges(type: TypeDefinition, old: StageTimes, row: StageTimes): Changes {
  const changed = STAGE_TIMES.filter((key) => isBuiltIn(type, key) && old[key]?.getTime() !== row[key]?.getTime());
  return Object.fromEntries(changed.map((key) => [key, [old[key]?.toISOString() ?? null, row[key]?.toISOString() ?? null]]));
}

// A record that is created closed, such as an imported one, was closed on its date, not today. Noon is the same day almost everywhere.
function closedOn(type: TypeDefinition, row: RecordRow, state: State, now: Date): Date {
  if (!row.due_at || (state !== "won" && state !== "lost")) return now;
  const isDay = type.fields.find((field) => field.key === type.dateField)?.shape === "day";
  const on = isDay ? new Date(row.due_at.getTime() + 12 * HOUR_MS) : row.due_at;
  return on < now ? on : now;
}

type State = "open" | "won" | "lost" | undefined;

function stateOf(type: TypeDefinition, stage: string | null | undefined): State {
  const options = type.fields.find((field) => field.key === type.stageField)?.options ?? [];
  return options.find((option) => option.key === stage)?.state;
}

/** A company may have had a field of its own with that key before there were such times. */
const isBuiltIn = (type: TypeDefinition, key: string) => type.fields.some((field) => isColumn(field, key));
const isColumn = ({ key, place }: FieldDefinition, column: string) => key === column && place.kind === "column" && place.column === column;
const toDate = (value: unknown) => (typeof value === "string" ? new Date(value) : null);
