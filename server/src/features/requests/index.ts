import type { Execute } from "../../kernel/execute.ts";
import { asSystem } from "../../platform/as-system.ts";
import { write } from "./operations.ts";
import type { SeenRequest } from "./request-log.ts";

export { createRequestLog, type SeenRequest } from "./request-log.ts";

/** Stores calls of one company's keys. */
export async function storeRequests(execute: Execute, companyId: string, requests: SeenRequest[]): Promise<void> {
  await asSystem(execute, companyId)(write, {
    requests: requests.map(({ id, userId, keyId, at, method, path, operation, status, durationMs, code }) => ({
      id,
      user_id: userId,
      key_id: keyId,
      at: at.toISOString(),
      method,
      path,
      operation,
      status,
      duration_ms: durationMs,
      code,
    })),
  });
}
