import type { TestContext } from "node:test";
import { Client } from "pg";

export interface SentStatement {
  text: string;
  values: unknown[];
}

/** Passes every statement to `look` before it is sent to PostgreSQL. */
export function watchStatements(t: TestContext, look: (statement: SentStatement) => void): void {
  const send = Client.prototype.query as (this: Client, config: unknown, ...others: unknown[]) => unknown;
  t.mock.method(Client.prototype, "query", function (this: Client, config: unknown, ...others: unknown[]) {
    if (typeof config === "object" && config !== null && "text" in config)
      look({ text: String(config.text), values: "values" in config && Array.isArray(config.values) ? config.values : [] });
    return send.call(this, config, ...others);
  } as never);
}
