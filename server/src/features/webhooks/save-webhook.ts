import { nearest } from "@kith/filter";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict, invalid, notFound } from "../../kernel/errors.ts";
import type { EventType } from "../../kernel/event.ts";
import { keepHeaders } from "../../platform/outbound/kept-headers.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { newId } from "../../platform/random.ts";
import { makeKeyPair, makeSecret } from "../../platform/standard-webhooks.ts";
import { findField, type Schemas } from "../types/index.ts";
import { webhookCreated, webhookUpdated } from "./events.ts";
import { readWebhookFilter } from "./filter.ts";
import { fingerprintOf, type WebhookSecrets } from "./secrets.ts";
import * as store from "./store.ts";
import { webhooksQuota } from "./quotas.ts";

export interface SaveNeeds {
  outbound: Pick<Outbound, "check">;
  secrets: WebhookSecrets;
  schemas: Schemas;
  quotas: Quotas;
  eventTypes: EventType[];
}

interface NewSettings extends Omit<store.Settings, "name"> {
  name?: string | undefined;
  headers: Record<string, string>;
  with_public_key: boolean;
}

/** Adds a webhook, or answers the one that is the same. */
export async function createWebhook(needs: SaveNeeds, call: Call<Member>, { headers, with_public_key, ...given }: NewSettings) {
  const { actor, tx, clock } = call;
  const { companyId } = actor;
  const settings = await checkSettings(needs, call, { ...given, name: given.name ?? hostOf(given.url) });
  const fingerprint = fingerprintOf(settings);
  const same = await store.findSame(tx, companyId, fingerprint);
  if (same) return { row: same, secret: null, isNew: false };
  try {
    await needs.quotas.take(call, webhooksQuota);
  } catch (error) {
    // It waited for others. One of them may have been the same registration, and took the last place.
    const first = await store.findSame(tx, companyId, fingerprint);
    if (first) return { row: first, secret: null, isNew: false };
    throw error;
  }
  const [id, secret, pair] = [newId(), makeSecret(), with_public_key ? makeKeyPair() : undefined];
  const { seal } = needs.secrets;
  const isNew = await store.insert(tx, companyId, {
    ...settings,
    id,
    fingerprint,
    headers: Object.keys(headers).length > 0 ? seal(companyId, id, "headers", JSON.stringify(headers)) : null,
    headerNames: Object.keys(headers),
    secret: seal(companyId, id, "secret", secret),
    lastFour: secret.slice(-4),
    signingKey: pair ? seal(companyId, id, "signing_key", pair.signingKey) : null,
    publicKey: pair?.publicKey ?? null,
    ownerId: actor.userId,
    now: clock.now(),
  });
  const row = await store.findSame(tx, companyId, fingerprint);
  if (!row) throw notFound("Webhook");
  if (isNew) await call.emit(webhookCreated, { subjectId: id, data: { name: settings.name } });
  return { row, secret: isNew ? secret : null, isNew };
}

type Changed = { [Key in keyof store.Settings]?: store.Settings[Key] | undefined } & {
  headers?: Record<string, string | null> | undefined;
  with_public_key?: boolean | undefined;
};

export async function updateWebhook(needs: SaveNeeds, call: Call<Member>, id: string, changed: Changed): Promise<store.WebhookRow> {
  const { actor, tx, clock } = call;
  const { companyId } = actor;
  const { headers: given, with_public_key, ...rest } = changed;
  const known = await store.find(tx, companyId, id);
  if (!known) throw notFound("Webhook");
  const settings = await checkSettings(needs, call, { ...settingsOf(known), ...withoutUndefined(rest) });
  const row = await store.lock(tx, companyId, id);
  const sealed = await store.findSealed(tx, companyId, id);
  if (!row || !sealed) throw notFound("Webhook");
  const fingerprint = fingerprintOf(settings);
  const same = await store.findSame(tx, companyId, fingerprint);
  if (same && same.id !== id)
    throw conflict("webhook_exists", `The webhook “${same.name}” already sends the same events to this address. Change that one.`);
  const headers = keepHeaders({
    given,
    names: row.header_names,
    from: row.url,
    to: settings.url,
    read: () => needs.secrets.headers(companyId, id, sealed.headers),
  });
  const { seal } = needs.secrets;
  await store.update(
    tx,
    companyId,
    {
      ...settings,
      id,
      fingerprint,
      headers: headers ? seal(companyId, id, "headers", JSON.stringify(headers)) : sealed.headers,
      headerNames: headers ? Object.keys(headers) : row.header_names,
      ...keyPairFor(needs, companyId, id, sealed, with_public_key),
    },
    clock.now(),
  );
  await call.emit(webhookUpdated, { subjectId: id, data: { name: settings.name } });
  return (await store.find(tx, companyId, id)) ?? row;
}

function keyPairFor({ secrets }: SaveNeeds, companyId: string, id: string, sealed: store.SealedRow, isWanted: boolean | undefined) {
  if (isWanted === false) return { signingKey: null, publicKey: null };
  if (!isWanted || sealed.signing_key) return { signingKey: sealed.signing_key, publicKey: sealed.public_key };
  return newKeyPair(secrets, companyId, id);
}

function newKeyPair(secrets: WebhookSecrets, companyId: string, id: string) {
  const { signingKey, publicKey } = makeKeyPair();
  return { signingKey: secrets.seal(companyId, id, "signing_key", signingKey), publicKey };
}

/** The webhook's key pair; a new one in place of one that cannot be read. */
export function readableKeyPair(secrets: WebhookSecrets, companyId: string, id: string, sealed: store.SealedRow) {
  const isLost = sealed.signing_key !== null && secrets.tryOpen(companyId, id, "signing_key", sealed.signing_key) === undefined;
  return isLost ? newKeyPair(secrets, companyId, id) : { signingKey: sealed.signing_key, publicKey: sealed.public_key };
}

const settingsOf = ({ name, url, event_types, filter, fields }: store.WebhookRow): store.Settings => ({
  name,
  url,
  event_types,
  filter,
  fields,
});

const withoutUndefined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as { [Key in keyof T]: NonNullable<T[Key]> };

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.slice(0, 100) || "Webhook" : "Webhook";
}

/** The step before the transaction: the name is looked up. */
export async function checkAddress({ outbound }: Pick<SaveNeeds, "outbound">, url: string | undefined): Promise<void> {
  const refused = url === undefined ? undefined : await outbound.check(url);
  if (refused) throw invalid([{ pointer: "/url", message: refused }]);
}

async function checkSettings({ schemas, eventTypes }: SaveNeeds, call: Call<Member>, given: store.Settings): Promise<store.Settings> {
  const known = eventTypes.map(({ type }) => type);
  for (const [at, type] of given.event_types.entries()) if (!known.includes(type)) throw unknownType(type, known, `/event_types/${at}`);
  const schema = await schemas.of(call);
  if (given.filter.trim() !== "") await readWebhookFilter(call, schema, given.filter);
  const fields = given.fields.map((name, at) => {
    const field = schema.types.map((type) => findField(type, name)).find(Boolean);
    if (!field) throw invalid([{ pointer: `/fields/${at}`, message: `No type has a field ${JSON.stringify(name)}.` }]);
    return field.key;
  });
  return { ...given, url: new URL(given.url).href, event_types: [...new Set(given.event_types)], fields: [...new Set(fields)] };
}

export function unknownType(type: string, known: string[], pointer: string) {
  const close = nearest(type, known);
  const hint = close.length > 0 ? `Did you mean ${close.join(" or ")}?` : "GET /api/v1/event-types lists them.";
  return invalid([{ pointer, message: `There is no type of event ${JSON.stringify(type)}.`, hint }]);
}
