import type { QueryConfig } from "pg";
import type { Statement } from "../../kernel/database.ts";

/** What DATABASE_URL leads to. By session is also what PostgreSQL itself does. */
export interface Pooler {
  url: string;
  pooling: "session" | "transaction";
}

/** What a connection may be used for: all of a session, or of a transaction only, because a pooler gives the next one to another backend. */
export interface Pooling {
  /** Where they cannot be kept, statements are sent with their text each time, and planned each time. Known after the pooler was asked. */
  namesStatements: boolean;
  /** The first statements of a transaction. By session a read has none: each use sets its own company again. */
  opening(purpose: "read" | "write", company: string): string;
  endOfReading: string | undefined;
  asQuery(sql: string | Statement, values: unknown[]): QueryConfig;
}

export function createPooling(kind: Pooler["pooling"]): Pooling {
  const isBySession = kind === "session";
  return {
    namesStatements: isBySession,
    opening: (purpose, company) => {
      if (purpose === "write") return `begin read write; set local ${company}`;
      return isBySession ? `set ${company}` : `begin read only; set local ${company}`;
    },
    endOfReading: isBySession ? undefined : "commit",
    asQuery(sql, values) {
      if (typeof sql === "string") return { text: sql, values };
      return this.namesStatements ? { name: sql.name, text: sql.text, values } : { text: sql.text, values };
    },
  };
}

export const BY_SESSION: Pooling = createPooling("session");
