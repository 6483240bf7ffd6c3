import { Client, escapeIdentifier } from "pg";
import { createVault, sealedPrefix } from "./vault.ts";

const ROWS_AT_ONCE = 500;

interface Row {
  company_id: string;
  id: string;
  sealed: Buffer;
}

/**
 * Seals with `secret` everything that the `other` one sealed, in these columns (`table.column`). May be stopped and run again: what is done is no
 * longer found. Returns how many were sealed again, by column.
 */
export async function resealColumns(databaseUrl: string, columns: readonly string[], secret: string, other: string) {
  const client = new Client({ connectionString: databaseUrl, application_name: "kith_reseal" });
  // A broken connection fails the running statement; without a listener it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("set app.backfill = on; set lock_timeout = '2s'");
    const counts: Record<string, number> = {};
    for (const column of columns) counts[column] = await resealColumn(client, column, secret, other);
    return counts;
  } finally {
    await client.end();
  }
}

async function resealColumn(client: Client, place: string, secret: string, other: string): Promise<number> {
  const [table, column] = place.split(".").map(escapeIdentifier);
  const vault = createVault(secret, other);
  const prefix = sealedPrefix(other);
  for (let count = 0; ;) {
    const { rows } = await client.query<Row>(
      `select company_id, id, ${column} as sealed from ${table} where substring(${column} for ${prefix.length}) = $1 limit ${ROWS_AT_ONCE}`,
      [prefix],
    );
    if (rows.length === 0) return count;
    for (const { company_id: companyId, id, sealed } of rows) {
      const at = { companyId, rowId: id, column: place };
      // If somebody has changed it meanwhile, theirs stays: it is read again in the next round.
      await client.query(`update ${table} set ${column} = $4 where company_id = $1 and id = $2 and ${column} = $3`, [
        companyId,
        id,
        sealed,
        vault.seal(at, vault.open(at, sealed)),
      ]);
      count++;
    }
  }
}
