import assert from "node:assert/strict";
import type { Service } from "../service.ts";

// A failure of ours (pino's level 50), the password the tests use, a key, a session cookie, the token of a link.
const TELLTALE = /"level":50|correct horse battery|[A-Za-z0-9]{64}|kith_session=[^;]|#token=/;

/** What no attack may leave behind in the log or the metrics. */
export async function assertCleanTraces(service: Service): Promise<void> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const found = [...service.logged, ...metrics.split("\n")].find((line) => TELLTALE.test(line));
  assert.equal(found, undefined);
}
