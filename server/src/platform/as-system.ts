import { system } from "../kernel/actor.ts";
import type { Execute } from "../kernel/execute.ts";
import type { JobCall } from "../kernel/job.ts";
import { tracedRequest } from "../kernel/tracing.ts";
import { newId } from "./random.ts";

/** Calls system operations in one company, for the request that asked for it. `operationId` names work that spans several calls. */
export function asSystem(execute: Execute, companyId: string, requestId?: string | null): JobCall["call"] {
  return (operation, input, operationId) =>
    execute(operation, system(companyId), input, {
      id: requestId ?? tracedRequest() ?? newId(),
      surface: "system",
      ...(operationId ? { operationId } : {}),
    });
}
