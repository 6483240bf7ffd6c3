import type { Client } from "pg";

interface Migration {
  name: string;
  text: string;
}

/** `-- beside: 0110_record_files.sql` in the head of a file: it may run while nodes run that know 0110, and not beside older ones. */
const BESIDE = /^-- beside: (\d{4}_\w+\.sql)$/m;

export const besideOf = ({ text }: Migration): string | undefined => BESIDE.exec(headOf(text))?.[1];

/**
 * Throws, before anything is applied, if a file may not run beside the nodes that run now. They know at least what was applied last, and it is not known
 * that they know more.
 */
export async function refuseBesideOlder(client: Client, migrations: Migration[]): Promise<void> {
  const { rows } = await client.query<{ newest: string | null }>("select max(name) as newest from migrations");
  const newest = rows[0]?.newest ?? undefined;
  if (newest === undefined) return; // A new installation has no nodes yet.
  const first = migrations.find((one) => (besideOf(one) ?? "") > newest);
  if (!first) return;
  throw new Error(
    [
      `${first.name} cannot run beside nodes that are older than ${besideOf(first)}, and this database was last migrated to ${newest}. Nothing was applied.`,
      "Either upgrade to a release between the two first, nodes and workers too, and then to this one.",
      "Or stop every node and worker, and run: main.js migrate --nodes-stopped",
    ].join("\n"),
  );
}

/** The comment that a file begins with. */
const headOf = (text: string) => /^(?:--.*\n)*/.exec(text)?.[0] ?? "";
