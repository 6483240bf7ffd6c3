import type { Actor } from "../kernel/actor.ts";
import type { Pipeline } from "../kernel/execute.ts";
import type { Logger } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { Profiler } from "./profiler.ts";

/** Puts every finished call into the metrics, the log and, in development, the profiler. */
export function createObserver(log: Logger, metrics: Metrics, profiler: Profiler | undefined): Pipeline["observe"] {
  return (operation, actor, request, ms, error) => {
    metrics.observe(operation, request.surface, error?.code ?? "ok", ms / 1000);
    profiler?.sawCall(operation, ms, error?.code ?? "ok");
    const line = { operation, request: request.id, surface: request.surface, ms: Math.round(ms), ...actorIds(actor) };
    if (error && error.status >= 500) log.error({ ...line, code: error.code, err: error.cause ?? error }, "failed");
    else if (error) log.info({ ...line, code: error.code }, "refused");
    else log.debug(line, "done");
  };
}

function actorIds(actor: Actor) {
  if (actor.kind === "anonymous") return {};
  if (actor.kind === "system") return { company: actor.companyId };
  return { company: actor.companyId, user: actor.userId, ...(actor.proof.kind === "key" ? { key: actor.proof.keyId } : {}) };
}
