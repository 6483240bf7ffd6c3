import type { z } from "zod";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { keepHeaders } from "../../../platform/outbound/kept-headers.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { Quotas } from "../../../platform/quotas.ts";
import { newId } from "../../../platform/random.ts";
import { makeSecret } from "../../../platform/standard-webhooks.ts";
import { findMember } from "../../members/index.ts";
import type { Schemas } from "../../types/index.ts";
import type { createDestination, DestinationKind, updateDestination } from "../destination-operations.ts";
import { destinationCreated, destinationUpdated } from "../events.ts";
import { checkMapping } from "./mapping.ts";
import type { DestinationSecrets } from "./secrets.ts";
import * as store from "./store.ts";
import { destinationsQuota } from "../quotas.ts";

export interface SaveNeeds {
  outbound: Pick<Outbound, "check">;
  secrets: DestinationSecrets;
  schemas: Schemas;
  quotas: Quotas;
}

type Given = z.output<(typeof createDestination)["input"]>;
type Changed = Omit<z.output<(typeof updateDestination)["input"]>, "id">;

/** What each kind cannot do without. */
const NEEDED: Record<DestinationKind, { key: "url" | "email" | "member" | "code"; message: string }> = {
  http: { key: "url", message: "Say where to send: url." },
  email: { key: "email", message: "Say to which address: email." },
  teammate: { key: "member", message: "Say who gets it: member." },
  company: { key: "code", message: "Enter the code that the other company gave you." },
};
const OWN_KEYS = ["url", "email", "member", "code"] as const;

/** The step before the transaction of `saveNew`. */
export async function prepareNew(needs: Pick<SaveNeeds, "outbound">, given: Given): Promise<void> {
  const { key, message } = NEEDED[given.kind];
  if (given[key] === undefined) throw invalid([{ pointer: `/${key}`, message }]);
  refuseForeignKeys(given.kind, given);
  await checkAddress(needs, given.url);
}

export async function saveNew(needs: SaveNeeds, call: Call<Member>, given: Given) {
  const { actor, tx, clock } = call;
  const { companyId } = actor;
  await check(needs, call, given);
  await needs.quotas.take(call, destinationsQuota);
  const [id, secret] = [newId(), given.kind === "http" ? makeSecret() : null];
  const { seal } = needs.secrets;
  const headerNames = Object.keys(given.headers);
  await store.insert(
    tx,
    companyId,
    {
      ...given,
      id,
      url: given.url === undefined ? null : new URL(given.url).href,
      headers: headerNames.length > 0 ? seal(companyId, id, "headers", JSON.stringify(given.headers)) : null,
      headerNames,
      secret: secret === null ? null : seal(companyId, id, "secret", secret),
      lastFour: secret?.slice(-4) ?? null,
      timeoutMs: given.timeout_seconds * 1_000,
      email: given.email ?? null,
      userId: given.member ?? null,
      code: given.code === undefined ? null : seal(companyId, id, "code", given.code),
      codeLastFour: given.code === undefined ? null : lastFour(given.code),
      returnDays: given.return_days,
    },
    actor.userId,
    clock.now(),
  );
  await call.emit(destinationCreated, { subjectId: id, data: { name: given.name } });
  return { id, secret };
}

export async function saveChanges(needs: SaveNeeds, call: Call<Member>, id: string, changed: Changed): Promise<void> {
  const { actor, tx, clock } = call;
  const { companyId } = actor;
  await check(needs, call, changed);
  const row = await store.lock(tx, companyId, id);
  if (!row) throw notFound("Destination");
  refuseForeignKeys(row.kind, changed);
  const url = changed.url === undefined ? row.url : new URL(changed.url).href;
  const headers = keepHeaders({
    given: changed.headers,
    names: row.header_names,
    from: row.url ?? "",
    to: url ?? "",
    read: () => needs.secrets.headers(companyId, id, row.headers),
  });
  const { seal } = needs.secrets;
  const name = changed.name ?? row.name;
  await store.update(
    tx,
    companyId,
    {
      id,
      name,
      kind: row.kind,
      url,
      headers: headers ? seal(companyId, id, "headers", JSON.stringify(headers)) : row.headers,
      headerNames: headers ? Object.keys(headers) : row.header_names,
      secret: row.secret,
      lastFour: row.last_four,
      mapping: changed.mapping ?? row.mapping,
      accept: changed.accept ?? row.accept,
      timeoutMs: changed.timeout_seconds === undefined ? row.timeout_ms : changed.timeout_seconds * 1_000,
      email: changed.email ?? row.email,
      userId: changed.member ?? row.member?.id ?? null,
      code: changed.code === undefined ? row.code : seal(companyId, id, "code", changed.code),
      codeLastFour: changed.code === undefined ? row.code_last_four : lastFour(changed.code),
      returnDays: changed.return_days ?? row.return_days,
    },
    clock.now(),
  );
  await call.emit(destinationUpdated, { subjectId: id, data: { name } });
}

export async function rotateSecret({ secrets }: SaveNeeds, call: Call<Member>, id: string): Promise<string> {
  const { actor, tx, clock } = call;
  const row = await store.lock(tx, actor.companyId, id);
  if (!row) throw notFound("Destination");
  if (row.kind !== "http") throw invalid([{ pointer: "/id", message: "Only destinations of the kind http have a secret." }]);
  const secret = makeSecret();
  const sealed = secrets.seal(actor.companyId, id, "secret", secret);
  await store.replaceSecret(tx, actor.companyId, id, sealed, secret.slice(-4), clock.now());
  await call.emit(destinationUpdated, { subjectId: id, data: { name: row.name } });
  return secret;
}

function refuseForeignKeys(kind: DestinationKind, given: Partial<Given> | Changed): void {
  const own = NEEDED[kind].key;
  for (const key of OWN_KEYS)
    if (key !== own && given[key] !== undefined)
      throw invalid([{ pointer: `/${key}`, message: `A destination of the kind ${kind} has no ${key}.` }]);
  if (kind !== "http" && Object.keys(given.headers ?? {}).length > 0)
    throw invalid([{ pointer: "/headers", message: `A destination of the kind ${kind} has no headers.` }]);
}

/** The step before the transaction: the name of a host is looked up. */
export async function checkAddress({ outbound }: Pick<SaveNeeds, "outbound">, url: string | undefined): Promise<void> {
  const refused = url === undefined ? undefined : await outbound.check(url);
  if (refused) throw invalid([{ pointer: "/url", message: refused }]);
}

async function check({ schemas }: SaveNeeds, call: Call<Member>, { mapping, member }: Partial<Given> | Changed): Promise<void> {
  if (mapping && mapping.length > 0) checkMapping(mapping, await leadType(schemas, call));
  if (member === undefined) return;
  const person = await findMember(call.tx, call.actor.companyId, member);
  if (!person || person.disabled_at) throw notFound("Member");
}

export async function leadType(schemas: Schemas, call: Parameters<Schemas["of"]>[0]) {
  const type = (await schemas.of(call)).byKey.get("lead");
  if (!type) throw notFound("The type “lead”");
  return type;
}

const lastFour = (code: string) => code.slice(-4).padStart(4, "•");
