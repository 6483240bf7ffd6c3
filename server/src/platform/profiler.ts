import { AsyncLocalStorage } from "node:async_hooks";

const MAX_REQUESTS = 100;

interface Statement {
  sql: string;
  ms: number;
}

interface ProfiledRequest {
  at: string;
  operation: string;
  ms: number;
  outcome: string;
  statements: Statement[];
}

export interface Profiler {
  /** Runs a call and collects the statements it sends. */
  follow<Result>(run: () => Promise<Result>): Promise<Result>;
  sawStatement(sql: string, ms: number): void;
  sawCall(operation: string, ms: number, outcome: string): void;
  requests(): ProfiledRequest[];
}

/** For development: the last hundred calls with their SQL. Never use it in production: it is slow and shows too much. */
export function createProfiler(): Profiler {
  const current = new AsyncLocalStorage<Statement[]>();
  const kept: ProfiledRequest[] = [];
  return {
    follow: (run) => current.run([], run),
    sawStatement: (sql, ms) => void current.getStore()?.push({ sql, ms }),
    sawCall(operation, ms, outcome) {
      kept.unshift({ at: new Date().toISOString(), operation, ms, outcome, statements: current.getStore() ?? [] });
      kept.length = Math.min(kept.length, MAX_REQUESTS);
    },
    requests: () => kept,
  };
}
