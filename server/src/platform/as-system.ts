import { system } from "../kernel/actor.ts";
import type { Execute } from "../kernel/execute.ts";
import type { JobCall } from "../kernel/job.ts";
import { newId } from "./random.ts";

/** Calls system operations in one company. `operationId` names work that spans several calls. */
export function asSystem(execute: Execute, companyId: string): JobCall["call"] {
  return (operation, input, operationId) =>
    execute(operation, system(companyId), input, { id: newId(), surface: "system", ...(operationId ? { operationId } : {}) });
}
