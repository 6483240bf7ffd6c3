import { type Client, escapeIdentifier } from "pg";

/**
 * Runs what only the owner of a table may do. The owner of `records` is a role that cannot sign in, so whoever migrates becomes a member
 * of it for that time. Inside a transaction nobody else ever sees the membership.
 */
export async function asOwner<Result>(client: Client, owner: string, run: () => Promise<Result>): Promise<Result> {
  const role = escapeIdentifier(owner);
  await client.query(`grant ${role} to current_user`);
  try {
    return await run();
  } finally {
    // If the connection is lost, or the transaction failed, there is nothing to take back, or the next migration does it.
    await client.query(`revoke ${role} from current_user`).catch(() => undefined);
  }
}

/** Who owns a table, if it is somebody else than who asks. */
export async function otherOwnerOf(client: Client, table: string): Promise<string | undefined> {
  const { rows } = await client.query<{ owner: string }>(
    "select pg_get_userbyid(relowner) as owner from pg_class where oid = to_regclass($1) and pg_get_userbyid(relowner) <> current_user",
    [table],
  );
  return rows[0]?.owner;
}
