import type { z } from "zod";
import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { lockIdentifiers } from "../../records/index.ts";
import type { CompanySchema, Schemas, TypeDefinition } from "../../types/index.ts";
import { leadReceived, leadTouched } from "../events.ts";
import { submissionId } from "../submission-operations.ts";
import { createLeads } from "./create-leads.ts";
import { draftOf, type Draft } from "./draft.ts";
import { addressesIn, emailIn, findKnown, nameOf, organizationsOf, type Known } from "./find-known.ts";
import { dueAgain } from "./due-again.ts";
import * as store from "./store.ts";

const NO_LEADS = "The company has no type lead any more. Bring it back from the retired types, and release this again.";

export interface TakeNeeds {
  schemas: Schemas;
  sendsMail: boolean;
}

/** A submission and what becomes of it. */
interface Case {
  waiting: store.Waiting;
  draft: Draft;
  addresses: string[];
}

interface Lead {
  id: string;
  title: string;
}

type Outcome = { kind: "touch"; lead: Lead } | { kind: "touch of new"; first: number } | { kind: "new"; contact: string | undefined };

/**
 * Takes what waits in one company: an open lead that is known by email or phone is touched, everybody else becomes a lead. All in one
 * transaction with its events, so whatever stops it leaves every submission as it was.
 */
export async function takeSubmissions(needs: TakeNeeds, call: Call<System>, most: number, ids: string[] | undefined): Promise<number> {
  const { tx, actor, clock } = call;
  const rows = await store.lockWaiting(tx, actor.companyId, clock.now(), most, ids);
  if (rows.length === 0) return 0;
  const schema = await needs.schemas.of(call);
  const type = schema.byKey.get("lead");
  if (type) await take(needs, call, schema, type, rows);
  else {
    const failed = rows.map(({ id }) => ({ id, failure: NO_LEADS }));
    await store.markFailed(tx, actor.companyId, failed, clock.now());
  }
  return rows.length;
}

async function take(
  needs: TakeNeeds,
  call: Call<System>,
  schema: CompanySchema,
  type: TypeDefinition,
  rows: store.Waiting[],
): Promise<void> {
  const { tx, actor, clock } = call;
  const drafts = rows.map((row) => draftOf(type, row));
  const addresses = drafts.map((draft) => addressesIn(type, draft.given));
  const wanted = addresses.flat();
  // Two workers with the same person line up here, so that the second one finds the lead of the first.
  if (wanted.length > 0) await lockIdentifiers(tx, actor.companyId, type.id, wanted);
  const known = await findKnown(tx, actor.companyId, schema, type, wanted);
  const cases = rows.map((waiting, at): Case => ({
    waiting,
    draft: drafts[at] ?? { given: {}, own: {}, rest: [] },
    addresses: (addresses[at] ?? []).map(nameOf),
  }));
  const outcomes = decideOutcomes(cases, known);
  const leads = await makeLeads(call, schema, type, cases, outcomes);

  const taken: (store.Taken & { at: number; lead: Lead })[] = [];
  for (const [at, { waiting }] of cases.entries()) {
    const outcome = outcomes[at];
    const lead = outcome?.kind === "touch" ? outcome.lead : leads.byCase.get(outcome?.kind === "touch of new" ? outcome.first : at);
    // The lead that it would touch could not be made: it stays, and may become one itself.
    if (!outcome || !lead) continue;
    const kind = outcome.kind === "new" ? (outcome.contact ? "contact" : "new") : "touch";
    taken.push({ id: waiting.id, lead_id: lead.id, kind, at, lead });
  }
  const marks = taken.map(({ id, lead_id, kind }) => ({ id, lead_id, kind }));
  await store.markTaken(tx, actor.companyId, marks, clock.now());
  await store.markFailed(tx, actor.companyId, leads.failed, clock.now());
  await announce(call, cases, taken, leads.operations);
  if (needs.sendsMail) {
    const { askToConfirm } = await import("../opt-in/ask.ts");
    await askToConfirm(
      call,
      taken.flatMap(({ id, at }) => {
        const email = emailIn(addresses[at] ?? []);
        return cases[at]?.waiting.wants_opt_in && email ? [{ submission: id, email }] : [];
      }),
    );
  }
}

/** In the order in which they came: the second message of somebody new touches the lead that the first one makes. */
function decideOutcomes(cases: Case[], known: Known): Outcome[] {
  const firsts = new Map<string, number>();
  return cases.map(({ addresses }, at): Outcome => {
    const open = addresses.map((name) => known.leads.get(name)).find((one) => one !== undefined);
    if (open) return { kind: "touch", lead: open };
    const first = addresses.map((name) => firsts.get(name)).find((one) => one !== undefined);
    for (const name of addresses) if (!firsts.has(name)) firsts.set(name, first ?? at);
    if (first !== undefined) return { kind: "touch of new", first };
    return { kind: "new", contact: addresses.map((name) => known.contacts.get(name)).find((one) => one !== undefined) };
  });
}

async function makeLeads(call: Call<System>, schema: CompanySchema, type: TypeDefinition, cases: Case[], outcomes: Outcome[]) {
  const places = outcomes.flatMap((outcome, at) => (outcome.kind === "new" ? [{ at, contact: outcome.contact }] : []));
  const contacts = places.flatMap(({ contact }) => contact ?? []);
  const organizations = await organizationsOf(call.tx, call.actor.companyId, schema, contacts);
  const wanted = places.flatMap(({ at, contact }) => {
    const one = cases[at];
    return one ? [{ at, id: one.waiting.id, draft: one.draft, contact, organization: contact && organizations.get(contact) }] : [];
  });
  const made = await createLeads(call, schema, type, wanted);
  const byCase = new Map<number, Lead>();
  const operations = new Map<string, string>();
  const failed: store.Failed[] = [];
  for (const [index, { at, id }] of wanted.entries()) {
    const one = made[index];
    if (one && "row" in one) {
      byCase.set(at, { id: one.row.id, title: one.row.title });
      operations.set(one.row.id, one.operationId);
    } else failed.push({ id, failure: one?.failure ?? "The lead cannot be saved." });
  }
  return { byCase, operations, failed };
}

type TakenCase = store.Taken & { at: number; lead: Lead };

/** What other features follow: who decides about a new lead does so in this transaction. */
async function announce(call: Call<System>, cases: Case[], taken: TakenCase[], operations: Map<string, string>): Promise<void> {
  const touches = taken.filter(({ kind }) => kind === "touch");
  const again = await dueAgain(
    call,
    touches.filter(({ lead }) => !operations.has(lead.id)).map(({ lead }) => lead.id),
  );
  const about = ({ id, at, lead }: TakenCase) => {
    const operationId = operations.get(lead.id);
    const source = cases[at]?.waiting.source_name ?? null;
    return {
      subjectId: lead.id,
      data: { name: lead.title, type: "lead" as const, source, submission: submissionId.encode(id) },
      ...(operationId ? { operationId } : {}),
    };
  };
  const received = (one: TakenCase, cause: z.output<typeof leadReceived.data>["cause"]) => {
    const { data, ...rest } = about(one);
    return { ...rest, data: { ...data, cause } };
  };
  await call.emitAll(leadTouched, touches.map(about));
  await call.emitAll(leadReceived, [
    ...taken.flatMap((one) => (one.kind === "touch" ? [] : [received(one, cases[one.at]?.waiting.is_released ? "released" : one.kind)])),
    // Two messages of one person are one reason to decide again.
    ...[...new Map(touches.filter(({ lead }) => again.has(lead.id)).map((one) => [one.lead.id, one])).values()].map((one) =>
      received(one, "again"),
    ),
  ]);
}
