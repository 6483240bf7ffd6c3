import type { Execute } from "../kernel/execute.ts";
import { inSpan } from "../kernel/tracing.ts";

/** Each call is a span of its request. A call of the service itself that belongs to no request begins a trace. */
export const traceCalls =
  (execute: Execute): Execute =>
  (operation, actor, input, request, idempotency) =>
    inSpan(
      {
        name: operation.name,
        request: request.id,
        isRoot: request.surface === "system",
        attributes: { "kith.surface": request.surface, ...(actor.kind === "anonymous" ? {} : { "kith.company": actor.companyId }) },
      },
      () => execute(operation, actor, input, request, idempotency),
    );
