import type { Ask } from "./assistant.ts";
import type { Team } from "./company.ts";

/** A request of a person to their assistant, and its budget. */
export interface Task {
  words: string;
  /** Calls, at most. */
  maxCalls: number;
  /** Tokens of answers to read, at most, all calls together: four characters each. */
  tokens: number;
  as?: "admin";
  /** The calls a model makes, knowing only the request, the tools and earlier answers. */
  // oxlint-disable-next-line no-explicit-any -- what a script answers, its check knows
  script(ask: Ask): Promise<any>;
  /** Checks that the answer is right, or that the data changed as requested, through another user's calls. */
  // oxlint-disable-next-line no-explicit-any
  check(answer: any, team: Team): Promise<void>;
}

/** A task of the first trial: the calls it takes, exactly, or what is missing to do it. */
export type TrialTask = Pick<Task, "words" | "as"> & { calls: number } & (Pick<Task, "script" | "check"> | { missing: string });
