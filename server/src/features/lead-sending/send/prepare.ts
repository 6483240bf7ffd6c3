import { DAY_MS, before } from "../../../kernel/clock.ts";
import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { AppError } from "../../../kernel/errors.ts";
import { digest } from "../../../platform/random.ts";
import type { Schemas, TypeDefinition } from "../../types/index.ts";
import { deliveryId } from "../ids.ts";
import { makeBody, type LeadFacts } from "../destinations/mapping.ts";
import { UNREADABLE_CODE, type DestinationSecrets } from "../destinations/secrets.ts";
import type { Accept } from "../destinations/store.ts";
import * as store from "./hop-store.ts";
import { readLeads, sampleLead } from "./lead-facts.ts";
import { leadMail } from "./lead-mail.ts";
import { plainOutcome, type Outcome } from "./outcome.ts";
import { makeReturnToken } from "./return-token.ts";
import { marksOf, readVia, textsOf } from "./to-company.ts";

/** A delivery with all that a worker needs to send it. It never leaves the process. */
export interface HopToSend {
  id: string;
  companyId: string;
  destinationId: string;
  isTest: boolean;
  body: string;
  to:
    | {
        kind: "http";
        url: string;
        headers: Record<string, string>;
        secret: string;
        timeoutMs: number;
        accept: Accept;
        returnToken: string | null;
      }
    | { kind: "email"; email: string }
    | { kind: "company"; codeHash: Buffer; fromName: string; via: string[] };
}

/** A delivery that is over without a request. `ownerId`: its lead goes to this person. */
export interface Decided {
  row: store.ClaimedRow;
  outcome: Outcome;
  ownerId?: string;
}

export interface PrepareNeeds {
  schemas: Schemas;
  secrets: DestinationSecrets;
  hasMail: boolean;
}

const MAX_MAILS_A_DAY = 500;

/** What to send for each claimed delivery, and those that need no request. */
export async function prepare(needs: PrepareNeeds, call: Call<System>, rows: store.ClaimedRow[]) {
  const { tx, actor, clock } = call;
  const toSend: HopToSend[] = [];
  const decided: Decided[] = [];
  if (rows.length === 0) return { toSend, decided };
  const targetIds = [...new Set(rows.map((row) => row.destination_id))];
  const targets = new Map((await store.targets(tx, actor.companyId, targetIds, before(clock, DAY_MS))).map((one) => [one.id, one]));
  const schema = await needs.schemas.of(call);
  const type = schema.byKey.get("lead");
  const leads = type
    ? await readLeads(
        call,
        schema,
        type,
        rows.flatMap((row) => row.lead_id ?? []),
      )
    : new Map<string, LeadFacts>();
  const passed = [...targets.values()].some(({ kind }) => kind === "company") ? await readVia(call, [...leads.keys()]) : undefined;
  const bodies: { id: string; body: string }[] = [];
  for (const row of rows) {
    const target = targets.get(row.destination_id);
    const lead = row.lead_id === null ? type && sampleLead(type, clock.now()) : leads.get(row.lead_id);
    const refused = whyNot(needs, target, lead);
    if (refused !== undefined || !target || !lead || !type) {
      decided.push({ row, outcome: plainOutcome("refused", refused ?? "Its lead is gone", clock.now()) });
    } else if (target.kind === "teammate") {
      decided.push({ row, outcome: plainOutcome("accepted", null, clock.now()), ...(target.user_id ? { ownerId: target.user_id } : {}) });
    } else {
      const body = row.body?.toString() ?? bodyFor(target, lead, type, row.lead_id === null);
      try {
        toSend.push({ ...base(actor.companyId, row, body), to: reach(needs, actor.companyId, row, target, passed) });
        if (!row.body) bodies.push({ id: row.id, body });
      } catch (error) {
        if (!(error instanceof AppError && error.code === UNREADABLE_CODE)) throw error;
        decided.push({ row, outcome: plainOutcome("refused", error.message, clock.now()) });
      }
    }
  }
  if (bodies.length > 0) await store.saveBodies(tx, actor.companyId, bodies);
  return { toSend, decided };
}

const base = (companyId: string, row: store.ClaimedRow, body: string) => ({
  id: row.id,
  companyId,
  destinationId: row.destination_id,
  isTest: row.lead_id === null,
  body,
});

function whyNot({ hasMail }: PrepareNeeds, destination: store.TargetRow | undefined, lead: LeadFacts | undefined): string | undefined {
  if (!destination || destination.is_deleted) return "The destination was deleted";
  if (destination.is_paused) return "The destination is paused";
  if (!lead) return "The lead was deleted";
  if (destination.kind === "teammate" && !destination.is_active) return "This person left the company";
  if (destination.kind !== "email") return undefined;
  if (!hasMail) return "This service sends no email";
  return destination.sent_today >= MAX_MAILS_A_DAY ? `It got ${MAX_MAILS_A_DAY} emails in a day` : undefined;
}

function bodyFor(destination: store.TargetRow, lead: LeadFacts, type: TypeDefinition, isTest: boolean): string {
  if (destination.kind === "http") return makeBody(destination.mapping, lead, type, isTest);
  if (destination.kind === "email") return leadMail(lead, type, isTest);
  return JSON.stringify({ values: textsOf(lead, type), attribution: marksOf(lead) });
}

type Passed = Awaited<ReturnType<typeof readVia>>;

function reach(
  { secrets }: PrepareNeeds,
  companyId: string,
  row: store.ClaimedRow,
  destination: store.TargetRow,
  passed: Passed | undefined,
): HopToSend["to"] {
  if (destination.kind === "email") return { kind: "email", email: destination.email ?? "" };
  if (destination.kind === "company") {
    const code = destination.code ? secrets.open(companyId, destination.id, "code", destination.code) : "";
    return { kind: "company", codeHash: digest(code), fromName: passed?.companyName ?? "", via: passed?.via.get(row.lead_id ?? "") ?? [] };
  }
  const secret = destination.secret ? secrets.open(companyId, destination.id, "secret", destination.secret) : "";
  return {
    kind: "http",
    url: destination.url ?? "",
    headers: secrets.headers(companyId, destination.id, destination.headers),
    secret,
    timeoutMs: destination.timeout_ms,
    accept: destination.accept,
    returnToken: destination.return_days > 0 && row.lead_id !== null ? makeReturnToken(companyId, deliveryId.encode(row.id), secret) : null,
  };
}
