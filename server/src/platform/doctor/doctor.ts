import { Client } from "pg";
import { explain } from "../postgres/explain-failure.ts";
import { backupChecks } from "./backup-checks.ts";
import { bad, note, ok, type Check, type Finding, type Installation } from "./check.ts";
import { databaseChecks } from "./database-checks.ts";
import { serverChecks } from "./server-checks.ts";

const CONNECT_MS = 5_000;
const STATEMENT_MS = 10_000;

const configurationChecks: Check[] = [
  {
    name: "address",
    look: async ({ baseUrl }) => {
      const { protocol, hostname } = new URL(baseUrl);
      if (protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return ok(baseUrl);
      return bad(
        `${baseUrl} has no https`,
        "Passwords and keys can be read on their way. Put a proxy with a certificate in front, and set BASE_URL.",
      );
    },
  },
  {
    name: "secret",
    look: async ({ otherSecret }) => {
      if (otherSecret === undefined) return ok("one value");
      return note("KITH_SECRET_OTHER is set", "When every node has the new value and main.js reseal has run, take it away and migrate.");
    },
  },
  {
    name: "mail",
    look: async ({ hasMail }) =>
      hasMail ? ok("SMTP_URL is set") : note("none", "Without SMTP_URL links are shown to an Admin on screen, and no address is verified."),
  },
];

const CHECKS = [...serverChecks, ...databaseChecks, ...backupChecks, ...configurationChecks];

export type Diagnosis = Finding & { name: string };

/** Looks at everything that an installation needs. Nothing is changed. */
export async function examine(installation: Omit<Installation, "client">): Promise<Diagnosis[]> {
  const client = new Client({
    connectionString: installation.databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    application_name: "kith doctor",
  });
  // A broken connection fails the running statement; without a listener it would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const todo = "Is PostgreSQL running, and are address, name and password in DATABASE_URL right?";
    return [{ name: "database", ...bad(`cannot be reached: ${explain(error).join(" ")}`, todo) }];
  }
  try {
    const found: Diagnosis[] = [];
    for (const check of CHECKS) found.push({ name: check.name, ...(await lookAt(check, { ...installation, client })) });
    return found;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** One thing that cannot be looked at must not hide the others. */
async function lookAt(check: Check, installation: Installation): Promise<Finding> {
  try {
    return await check.look(installation);
  } catch (error) {
    return note(`cannot be looked at: ${explain(error)[0] ?? ""}`, "If a right is missing, grant pg_monitor to the owner of the database.");
  }
}

/** A line for each, and below it what to do. False if something has to be repaired. */
export function report(found: Diagnosis[], write: (line: string) => void): boolean {
  const width = Math.max(...found.map(({ name }) => name.length));
  for (const { state, name, says, todo } of found) {
    write(`${state.padEnd(4)}  ${name.padEnd(width)}  ${says}`);
    if (todo) write(`${" ".repeat(width + 8)}${todo}`);
  }
  const repairs = found.filter(({ state }) => state === "bad").length;
  write(repairs === 0 ? "nothing to repair" : `${repairs} to repair`);
  return repairs === 0;
}
