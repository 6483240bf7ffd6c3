import { newId } from "../src/platform/random.ts";
import type { TestDatabase } from "./service.ts";

/** Records of a version whose records had a last activity only after something had happened on them. */
export async function insertQuietRows(database: TestDatabase): Promise<void> {
  const types = await database.query("select company_id, id, key from record_types");
  const companyId = types[0]?.["company_id"];
  const typeOf = (key: string) => types.find((type) => type["key"] === key)?.["id"];
  const insert = async (type: string, title: string, data: object = {}) => {
    const id = newId();
    await database.query(
      `insert into records (company_id, id, type_id, title, data, created_at, updated_at) values ($1, $2, $3, $4, $5, '2026-01-15', '2026-08-01')`,
      [companyId, id, typeOf(type), title, data],
    );
    return id;
  };
  const link = (type: string, from: string, to: string) =>
    database.query(
      `insert into record_links (company_id, field_id, from_id, to_id)
       select $1, id, $3, $4 from fields where company_id = $1 and type_id = $2 and key = 'organization'`,
      [companyId, typeOf(type), from, to],
    );
  const note = (id: string, at: string) =>
    database.query("insert into notes (company_id, id, record_id, text, created_at) values ($1, $2, $3, 'Called', $4)", [
      companyId,
      newId(),
      id,
      at,
    ]);
  const noted = await insert("deal", "Noted");
  await insert("deal", "Without a stage");
  await note(noted, "2026-04-04");
  await database.query("insert into record_activity (company_id, record_id, type_id, at) values ($1, $2, $3, '2026-04-04')", [
    companyId,
    noted,
    typeOf("deal"),
  ]);
  await insert("organization", "Alone");
  await link("deal", noted, await insert("organization", "Of the deal"));
  const contact = await insert("contact", "Noted");
  await link("contact", contact, await insert("organization", "Of the contact"));
  const merged = await insert("contact", "Merged");
  await database.query("update records set deleted_at = now(), merged_into = $2 where id = $1", [merged, contact]);
  await note(merged, "2026-05-05");
  await insert("contact", "Written down", { last_contacted: "2026-06-06T09:00:00.000Z" });
  await insert("contact", "No time", { last_contacted: "soon" });
  await insert("contact", "Never");
}

/** Rows as version 0024 wrote them: deals with their events, a note, and web addresses that are matched by their domain. */
export async function insertOldRows(database: TestDatabase): Promise<void> {
  const types = await database.query("select company_id, id, key from record_types");
  const companyId = types[0]?.["company_id"];
  const typeOf = (key: string) => types.find((type) => type["key"] === key)?.["id"];
  const insert = async (type: string, title: string, updatedAt: string, values: { stage?: string; data?: object } = {}) => {
    const id = newId();
    await database.query(
      `insert into records (company_id, id, type_id, title, stage, data, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, '2026-01-01', $7)`,
      [companyId, id, typeOf(type), title, values.stage ?? null, values.data ?? {}, updatedAt],
    );
    return id;
  };
  const moved = (id: string, at: string, from: string | null, to: string) =>
    database.query(
      `insert into events (company_id, id, at, type, subject_type, subject_id, via, operation, operation_id, request_id, data, changes)
       values ($1, $2, $3, 'record.updated', 'rec', $4, 'web', 'records.update', $2, 'old', '{}', $5)`,
      [companyId, newId(), at, id, { stage: [from, to] }],
    );
  const twice = await insert("deal", "Won twice", "2026-06-01", { stage: "won" });
  for (const [at, from, to] of [
    ["2026-02-10", "proposal", "won"],
    ["2026-02-20", "won", "proposal"],
    ["2026-03-10", "proposal", "won"],
  ] as const)
    await moved(twice, at, from, to);
  await insert("deal", "Won before the log", "2026-06-15", { stage: "won" });
  const open = await insert("deal", "Open", "2026-06-20", { stage: "proposal" });
  await moved(open, "2026-05-05", "qualified", "proposal");
  await database.query("insert into notes (company_id, id, record_id, text, created_at) values ($1, $2, $3, 'Called', '2026-04-04')", [
    companyId,
    newId(),
    open,
  ]);
  for (const [type, field, address, domain] of [
    ["contact", "profile", "https://www.linkedin.example/in/anneke", "linkedin.example"],
    ["organization", "website", "https://www.fernhill.example", "fernhill.example"],
  ] as const) {
    const id = await insert(type, address, "2026-01-01", { data: { [field]: address } });
    await database.query("insert into record_identifiers (company_id, type_id, kind, value, record_id) values ($1, $2, 'domain', $3, $4)", [
      companyId,
      typeOf(type),
      domain,
      id,
    ]);
  }
}

/** Work of a version in which an import did not look for rows that repeat, and a replay sent everything again: a finished import with its keys, and a replay. */
export async function insertOldWork(database: TestDatabase): Promise<{ importId: string; webhookId: string }> {
  const [user] = await database.query("select company_id, id from users");
  const [companyId, userId] = [user?.["company_id"], user?.["id"]];
  const [importId, webhookId] = [newId(), newId()];
  await database.query(
    `insert into imports (company_id, id, type_id, user_id, name, size, state, encoding, delimiter, columns, mode, mapping, total_rows, rows, created, created_at, finished_at)
     select $1, $2, id, $3, 'people.csv', 100, 'done', 'utf-8', ',', '["Name"]', 'create', '[{"column": 0, "field": "name"}]', 2, 2, 2, '2026-10-01', '2026-10-01'
     from record_types where company_id = $1 and key = 'contact'`,
    [companyId, importId, userId],
  );
  await database.query(
    "insert into import_keys (company_id, import_id, key, record_id, created_at) values ($1, $2, 17, $3, '2026-10-01')",
    [companyId, importId, newId()],
  );
  await database.query(
    `insert into webhooks (company_id, id, name, url, event_types, filter, fields, fingerprint, header_names, secret, last_four, owner_id, created_at, updated_at)
     values ($1, $2, 'Shop', 'https://shop.example/kith', '{}', '', '{}', decode(repeat('ab', 32), 'hex'), '{}', '\\x00', 'abcd', $3, '2026-10-01', '2026-10-01')`,
    [companyId, webhookId, userId],
  );
  await database.query(
    `insert into webhook_cursors (company_id, webhook_id, state_since, seen, written_in, place)
     values ($1, $2, '2026-10-01', pg_current_snapshot(), pg_current_xact_id(), 0)`,
    [companyId, webhookId],
  );
  await database.query(
    `insert into webhook_replays (company_id, id, webhook_id, target_id, since, until, event_types, filter, only_failed, state, total, user_id, created_at)
     values ($1, $2, $3, $3, '2026-09-01', '2026-09-02', '{}', '', false, 'stopped', 5, $4, '2026-10-01')`,
    [companyId, newId(), webhookId, userId],
  );
  return { importId, webhookId };
}

/** A published form of before it had texts of its own for its page. */
export async function insertOldForm(database: TestDatabase, publicId: string): Promise<string> {
  const id = newId();
  await database.query(
    `insert into lead_sources (company_id, id, public_id, name, state, fields, button, thanks, intro, consent_text, created_by, created_at, updated_at)
     select company_id, $1, $2, 'Ask us', 'published', $3, 'Send', 'Thank you.', 'Bring one line.', 'You may call me.', id, now(), now()
     from users limit 1`,
    [id, publicId, JSON.stringify([{ key: "email", label: "Email", kind: "email", is_required: true, help: null }])],
  );
  return id;
}
