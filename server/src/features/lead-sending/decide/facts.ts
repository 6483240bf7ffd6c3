import type { WeekHours } from "./hours.ts";

export type Per = "hour" | "day" | "month";

/** One condition of a rule's filter, and what the lead has there. Both texts may come from outside: they are data. */
export interface Condition {
  /** The condition as it is written in the filter. */
  text: string;
  /** The label of the field it is about; none for a search in all texts. */
  field: string | null;
  /** What the lead has there, as people read it. */
  is: string | null;
}

/** Whether a rule's filter matches: the condition that says so, the first one that does not, or why it cannot be said. */
export type Match = { matches: true; by: Condition | null } | { matches: false; by: Condition } | { broken: string };

export interface PersonFacts {
  name: string;
  /** Left the company, or is disabled. */
  isGone?: true;
  absentUntil?: string;
  /** Their own; without them the company's hold. */
  hours?: WeekHours;
  /** Open leads they own. */
  load: number;
}

/** Where a rotation is: its own time, the end of each person's last turn, and who could have had the last one. */
export interface Rotation {
  now: string;
  ends: Record<string, string>;
  present: string[];
}

/** Everything a decision depends on. It is stored with the decision, so the decision can be made again. Ids are those inside the service. */
export interface Facts {
  at: string;
  /** The company's hours; none: everyone is there at all times. */
  hours?: WeekHours;
  matches: Record<string, Match>;
  people: Record<string, PersonFacts>;
  turns: Record<string, Rotation>;
  /** How many were taken in this hour, day and month, by rule, and in it by the rule's own id or a person. */
  counts: Record<string, Record<string, Partial<Record<Per, number>>>>;
  /** Null: it is gone. */
  destinations: Record<string, { name: string; isPaused: boolean } | null>;
  /** Destinations that had this lead in this round. */
  tried: string[];
  /** People who must not get it this time. */
  excluded: string[];
}

type StepResult = "taken" | "no_match" | "off" | "closed" | "cap" | "nobody" | "paused" | "tried" | "broken" | "gone";
type Out = "gone" | "absent" | "off_hours" | "cap" | "excluded";

export interface FullCap {
  per: Per;
  most: number;
  used: number;
}

export interface PersonStep {
  id: string;
  /** Why they could not have it. */
  out?: Out;
  until?: string;
  cap?: FullCap;
  load: number;
  /** When their next turn starts, in the rotation's own time. */
  turn: string;
}

export type Because =
  | { kind: "condition"; by: Condition }
  | { kind: "hours"; zone: string; from: string; to: string; days: number[] }
  | { kind: "cap"; cap: FullCap }
  | { kind: "destination"; name: string }
  | { kind: "words"; text: string };

export interface Step {
  rule: string;
  result: StepResult;
  because?: Because;
  people?: PersonStep[];
}

export type Outcome =
  /** `now` and `ends`: the rotation's time after this turn, and the end of the turn. */
  | { kind: "assign"; rule: string; user: string; now: string; ends: string }
  | { kind: "send"; rule: string; destination: string }
  | { kind: "none" };

export interface Decision {
  steps: Step[];
  outcome: Outcome;
}
