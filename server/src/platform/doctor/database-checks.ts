import { Client } from "pg";
import { checkPooling } from "../postgres/check-pooling.ts";
import { explain } from "../postgres/explain-failure.ts";
import { unapplied } from "../postgres/migrate.ts";
import { rightsToRevoke } from "../postgres/narrow-rights.ts";
import { rolesOf, urlAs } from "../postgres/roles.ts";
import { bad, note, ok, rowOf, settingOf, type Check } from "./check.ts";

const CONNECT_MS = 5_000;
const EXTENSIONS = ["btree_gin", "pg_trgm"];

/** Kith's own database: its encoding, tables and roles. */
export const databaseChecks: Check[] = [
  {
    name: "encoding",
    async look({ client }) {
      const encoding = await settingOf(client, "server_encoding");
      if (encoding === "UTF8") return ok(encoding);
      return bad(encoding, "Make a database with encoding UTF8 and restore a dump into it: names in other scripts cannot be stored here.");
    },
  },
  {
    name: "collation",
    async look({ client }) {
      const { was, is } = await rowOf<{ was: string | null; is: string | null }>(
        client,
        "select datcollversion as was, pg_database_collation_actual_version(oid) as is from pg_database where datname = current_database()",
      );
      if (was === is || was === null) return ok(is === null ? "has no version" : `version ${is}`);
      return bad(
        `the system sorts by version ${is}, the indexes by ${was}`,
        "The system was upgraded. Run reindex database, then alter database … refresh collation version: until then rows may not be found.",
      );
    },
  },
  {
    name: "extensions",
    async look({ client }) {
      const { rows } = await client.query<{ name: string; is_there: boolean }>(
        "select name, installed_version is not null as is_there from pg_available_extensions where name = any ($1)",
        [EXTENSIONS],
      );
      const missing = EXTENSIONS.filter((name) => !rows.some((row) => row.name === name));
      if (missing.length > 0) return bad(`${missing.join(", ")} not available`, "Install PostgreSQL's contrib package on its server.");
      const unused = rows.filter((row) => !row.is_there).map(({ name }) => name);
      return unused.length > 0 ? bad(`${unused.join(", ")} not installed`, "Run main.js migrate.") : ok(EXTENSIONS.join(", "));
    },
  },
  {
    name: "migrations",
    async look({ client }) {
      const files = await unapplied(client);
      return files.length > 0 ? bad(`${files.length} not applied, from ${files[0]} on`, "Run main.js migrate.") : ok("all applied");
    },
  },
  {
    name: "indexes",
    async look({ client }) {
      const { names } = await rowOf<{ names: string[] }>(
        client,
        "select coalesce(array_agg(indexrelid::regclass::text), '{}') as names from pg_index where not indisvalid",
      );
      if (names.length === 0) return ok("all valid");
      return note(`not valid: ${names.join(", ")}`, "Left by a creation that was interrupted. Run main.js migrate, or drop them.");
    },
  },
  {
    name: "roles",
    async look({ databaseUrl, secret, client }) {
      const roles = Object.values(rolesOf(secret));
      const { rows } = await client.query<{ name: string }>("select rolname as name from pg_roles where rolname = any ($1)", [roles]);
      const missing = roles.filter((role) => !rows.some(({ name }) => name === role));
      const todo = "Run main.js migrate with the KITH_SECRET of this installation.";
      if (missing.length > 0) return bad(`${missing.join(", ")} missing`, todo);
      for (const purpose of ["app", "identity"] as const) {
        const refused = await signIn(urlAs(databaseUrl, secret, purpose));
        if (refused) return bad(`${rolesOf(secret)[purpose]} cannot sign in: ${refused}`, todo);
      }
      return ok(roles.join(", "));
    },
  },
  {
    name: "rights",
    async look({ databaseUrl }) {
      const statements = await rightsToRevoke(databaseUrl);
      if (statements.length === 0) return ok("nobody may create large objects or temporary tables");
      return note(
        "everybody may create large objects",
        `As a superuser run the ${statements.length} statements that main.js migrate prints.`,
      );
    },
  },
  {
    name: "pooler",
    async look({ databaseUrl, pooler: { url, pooling } = { url: databaseUrl, pooling: "session" }, secret }) {
      try {
        const found = await checkPooling(url, secret, pooling);
        if (found && pooling === "session") return ok("none, or one that pools by session");
        if (found?.namesStatements) return ok("pools by transaction, and keeps prepared statements");
        if (found)
          return note(
            "pools by transaction, without prepared statements: every statement is planned anew",
            "Use PgBouncer 1.21 or newer with max_prepared_statements = 200.",
          );
        return bad("not looked at: the role of the service cannot sign in", "Repair the roles first.");
      } catch (error) {
        return bad(
          error instanceof Error ? error.message.replaceAll("\n", " ") : String(error),
          "Connect to PostgreSQL without it, by session, or set DATABASE_POOLING=transaction and DATABASE_DIRECT_URL.",
        );
      }
    },
  },
];

/** Why somebody cannot sign in. */
async function signIn(connectionString: string): Promise<string | undefined> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_MS });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return explain(error)[0];
  } finally {
    await client.end().catch(() => undefined);
  }
}
