import { useQueries } from "@tanstack/react-query";
import { read } from "../../../calls.ts";
import type { OwnOperation, UndoCheck } from "./operation-words.ts";

// As many as one check takes.
const AT_ONCE = 20;

/** Whether each of these operations can be undone, once it is known. They are asked for page by page, so older ones are not asked for again. */
export function useChecks(operations: readonly OwnOperation[]): Map<string, UndoCheck> {
  const ids = operations.map((one) => one.operation_id);
  // From the oldest on: what is new comes first, and changes only one of them.
  const oldestFirst = ids.toReversed();
  const groups = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) => oldestFirst.slice(at * AT_ONCE, (at + 1) * AT_ONCE));
  return useQueries({
    queries: groups.map((group) => read("records.checkUndo", { ids: group })),
    combine: (answers) => new Map(answers.flatMap(({ data }) => data?.items ?? []).map((check) => [check.operation_id, check])),
  });
}
