import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { showId } from "../../../platform/ids.ts";
import { unsubscribeUrl } from "../../../platform/unsubscribing.ts";
import type { CompanySchema, Schemas } from "../../types/index.ts";
import { KINDS, type Kind } from "../shapes.ts";
import type { ShownRow } from "../store.ts";
import { nameOf, textOf } from "../words.ts";
import { DEFAULTS } from "./choices.ts";
import { findChoices, findRecipient } from "./choices-store.ts";
import { mailNotifications } from "./jobs.ts";
import { writeLetter, type Letter } from "./letter.ts";
import type { LinkTokens } from "./link-token.ts";
import { mailId } from "./operations.ts";
import * as store from "./store.ts";

/** A mail that nobody reads to its end helps nobody; all of them are on the page. */
const MAX_LINES = 50;

interface Needs {
  schemas: Schemas;
  tokens: LinkTokens;
  baseUrl: string;
}

/** The next mail of a member: one that was begun and did not end, else a new one. Undefined: there is nothing to send. */
export async function prepareMail(call: Call<System>, needs: Needs, userId: string): Promise<Letter | undefined> {
  const { tx, actor, clock } = call;
  const recipient = await findRecipient(tx, actor.companyId, userId);
  const isReachable = recipient?.is_verified === true && !recipient.is_disabled;
  for (;;) {
    const mail =
      (await store.findOpenMail(tx, actor.companyId, userId)) ?? (await store.beginMail(tx, actor.companyId, userId, clock.now()));
    if (!mail) break;
    const rows = isReachable ? await store.rowsOfMail(tx, actor.companyId, userId, mail.id, MAX_LINES) : [];
    if (rows.length > 0 && recipient) return write(call, needs, { ...recipient, userId }, mail, rows);
    await store.endMail(tx, actor.companyId, mail.id, clock.now(), "nothing");
  }
  const later = await store.nextMailAt(tx, actor.companyId, userId);
  if (later) await call.enqueue(mailNotifications, { company: actor.companyId, user: userId, is_later: true }, later);
  return undefined;
}

interface Recipient {
  userId: string;
  email: string;
  company: string;
}

async function write(
  call: Call<System>,
  { schemas, tokens, baseUrl }: Needs,
  { userId, email, company }: Recipient,
  mail: store.MailRow,
  rows: (ShownRow & { total: number })[],
): Promise<Letter> {
  const { actor, clock } = call;
  const schema = await schemas.of(call);
  const lines = rows.map((row) => ({ kind: row.kind, text: textOf(schema, row), name: nameOf(row), url: baseUrl + pathOf(schema, row) }));
  const offKinds = mail.is_daily ? await dailyKinds(call, userId) : KINDS.filter((kind) => rows.some((row) => row.kind === kind));
  const url = unsubscribeUrl(baseUrl, tokens.make({ companyId: actor.companyId, userId, kinds: offKinds }, clock.now()));
  const content = { company, lines, total: rows[0]?.total ?? 0, isDaily: mail.is_daily, baseUrl, unsubscribeUrl: url, offKinds };
  return { id: mailId.encode(mail.id), to: email, unsubscribeUrl: url, ...writeLetter(content) };
}

/** The link in a daily mail turns off all that comes daily, and not only what is in this one. */
async function dailyKinds({ tx, actor }: Call<System>, userId: string): Promise<Kind[]> {
  const chosen = { ...DEFAULTS, ...(await findChoices(tx, actor.companyId, userId)) };
  return KINDS.filter((kind) => chosen[kind] === "daily");
}

/** Where a notification leads, as on the page of all. */
function pathOf(
  schema: CompanySchema,
  { kind, count, subject_type: subject, subject_id: id, type_id: typeId, type_key: typeKey }: ShownRow,
): string {
  const type = schema.byId.get(typeId ?? "")?.key ?? typeKey ?? "";
  const shown = showId(subject, id);
  if (subject === "cnv") return kind === "assignment" && count > 1 ? "/inbox?tab=mine" : `/inbox/${shown}`;
  if (subject === "imp") return `/records/import?id=${shown}`;
  if (subject === "key") return "/profile/api";
  if (subject === "exp") return `/records/${type}`;
  if (count === 1) return `/records/${type}/${shown}`;
  return `/records/${type}?filter=${encodeURIComponent(kind === "due" ? "is:open owner:@me" : "owner:@me")}`;
}
