import { newId } from "../../src/platform/random.ts";
import { giveFile } from "../give-file.ts";
import { importFile } from "../import-file.ts";
import { giveInboxRows } from "../inbox.ts";
import { giveWebhook } from "../outbound/give-webhook.ts";
import type { Person, Service } from "../service.ts";
import { companyOf } from "../website-leads.ts";
import { giveLeadRows } from "./furnish-leads.ts";
import { until } from "../waiting.ts";

/** A row in every table that refers to another. */
export async function fillEveryTable(service: Service, admin: Person): Promise<void> {
  const { key } = await admin.key();
  await service.rest(key, "POST", "/records/contact", { values: { name: "Once" } }, { "idempotency-key": "once" });
  await admin.call("invitations.create", { email: `guest-${newId()}@test.example` });
  await admin.call("passwords.link", { id: admin.userId });
  await admin.call("views.create", { type: "contact", name: "Mine" });
  const { record } = await admin.call("records.create", { type: "contact", values: { name: "Noted" } });
  const { record: other } = await admin.call("records.create", { type: "contact", values: { name: "Noted too" } });
  await admin.call("duplicates.dismiss", { type: "contact", record: record.id, other: other.id });
  await admin.call("records.addNote", { id: record.id, text: "See this", mentions: [admin.userId] });
  await admin.call("records.logActivity", { id: record.id, kind: "call", people: [other.id] });
  await giveWebhook(admin);
  await admin.call("records.attachFile", { id: record.id, file: await giveFile(service, admin) });
  await admin.call("files.createUpload", { name: "large.bin", size: 1_000_000 });
  await admin.call("cannedReplies.create", { name: "Mine", text: "Mine" });
  await admin.call("calendarFeed.create", {});
  await giveLeadRows(service, admin, await companyOf(service, admin));
  await giveInboxRows(service, admin);
  await importFile(admin, "contact", "Name,Email\nBad,nonsense\nGood,good@test.example\n");
  const { id: board } = await admin.call("dashboards.create", { name: "Board" });
  await admin.call("dashboards.addWidget", { id: board, kind: "number", title: "Contacts", type: "contact" });
  const { id } = await admin.call("exports.create", { type: "contact" });
  await until(async () => (await admin.call("exports.get", { id })).state !== "running", "the export ends");
  await service.app.settle();
  for (const rows of [
    "samples (company_id, id, user_id, state, operation_id, created_at) select company_id, id, id, 'removed', id, now() from users",
    "widget_results (company_id, widget_id, period, version, asked_at) select company_id, id, 'month', 1, now() from widgets",
    "email_verifications (company_id, id, user_id, token_hash, created_at, expires_at) select company_id, id, id, sha256(id::text::bytea), now(), now() from users",
    "webhook_bodies (company_id, webhook_id, bodies) select company_id, id, '{}' from webhooks",
    "webhook_hours (company_id, webhook_id, hour, delivered, failed, total_ms) select company_id, id, now(), 1, 0, 1 from webhooks",
    "channel_members (company_id, channel_id, user_id) select c.company_id, c.id, u.id from channels c join users u on u.company_id = c.company_id",
    "channel_folders (company_id, channel_id, path, role, uid_validity) select company_id, id, 'INBOX', 'inbox', 1 from channels",
    "notifications (company_id, id, user_id, kind, group_id, count, subject_type, subject_id, at) select company_id, id, id, 'due', id, 1, 'rec', id, now() from users",
    "notification_rounds (company_id, told_until) select id, now() from companies",
    "notification_digests (company_id, since, next_at) select id, now(), now() + interval '1 day' from companies",
    "notification_mails (company_id, id, user_id, made_at) select company_id, id, id, now() from users",
    "notification_choices (company_id, user_id, kind, by_mail, updated_at) select company_id, id, 'due', 'now', now() from users",
    "import_keys (company_id, import_id, key, record_id, created_at) select company_id, id, 1, id, now() from imports",
  ])
    await service.database.query(`insert into ${rows} on conflict do nothing`);
}
