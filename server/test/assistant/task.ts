import type { Ask } from "./assistant.ts";
import type { Team } from "./company.ts";

/** Something a person says to their assistant, and what it takes. */
export interface Task {
  words: string;
  /** Calls, at most. */
  most: number;
  /** Tokens of answers to read, at most, all calls together: four characters each. */
  tokens: number;
  as?: "admin";
  /** The calls a model makes: by names, with nothing known but the words, the tools and the answers before. */
  // oxlint-disable-next-line no-explicit-any -- what a script answers, its check knows
  script(ask: Ask): Promise<any>;
  /** That the answer is right, or that the data are as they were to become: seen by somebody else, another way. */
  // oxlint-disable-next-line no-explicit-any
  check(answer: any, team: Team): Promise<void>;
}
