import type { Call } from "../../../kernel/call.ts";
import type { System } from "../../../kernel/actor.ts";
import { statement } from "../../../kernel/database.ts";
import { digest } from "../../../platform/random.ts";
import type { TypeDefinition } from "../../types/index.ts";
import { deliveryId } from "../ids.ts";
import { asText, type LeadFacts } from "../destinations/mapping.ts";

const MAX_PASSED = 10;

const COMPANY = statement("lead_sending.company_name", "select name from companies where id = $1");
const SENT_HERE = statement(
  "lead_sending.sent_here",
  `select lead_id, dedupe_key from lead_submissions
   where company_id = $1 and lead_id = any($2::uuid[]) and source_id is null and dedupe_key like 'hop\\_%'`,
);
const VIA = statement("lead_sending.via", "select hop_id, via from lead_arrivals where company_id = $1 and hop_id = any($2::uuid[])");

/** The company's own name, and the companies that each lead has passed through, this one included. */
export async function readVia({ tx, actor }: Call<System>, leadIds: string[]) {
  const [company] = await tx.query<{ name: string }>(COMPANY, [actor.companyId]);
  const sent = await tx.query<{ lead_id: string; dedupe_key: string }>(SENT_HERE, [actor.companyId, leadIds]);
  const hops = new Map(sent.flatMap(({ lead_id, dedupe_key }) => (isHop(dedupe_key) ? [[deliveryId.decode(dedupe_key), lead_id]] : [])));
  const arrived = hops.size > 0 ? await tx.query<{ hop_id: string; via: string[] }>(VIA, [actor.companyId, [...hops.keys()]]) : [];
  const via = new Map<string, string[]>(leadIds.map((id) => [id, [passMark(actor.companyId)]]));
  for (const one of arrived) via.get(hops.get(one.hop_id) ?? "")?.push(...one.via);
  return { companyName: company?.name ?? "", via };
}

const isHop = (key: string) => deliveryId.safeDecode(key).success;

/** A company in the list of those a lead has passed through. It says nothing to whoever reads it. */
const passMark = (companyId: string) => digest(`lead passed ${companyId}`).toString("base64url").slice(0, 16);

/** Whether a lead may go on to this company: never in a circle, and not for ever. */
export const mayPass = (via: readonly string[], companyId: string) => via.length < MAX_PASSED && !via.includes(passMark(companyId));

const MAX_FIELDS = 50;
const MAX_TEXT = 10_000;

/** The values of a lead as text, by field: the other company has fields of its own, and takes what it knows. */
export const textsOf = (lead: LeadFacts, type: TypeDefinition): Record<string, string> =>
  Object.fromEntries(
    type.fields
      .flatMap((field): [string, string][] => {
        const value = Object.hasOwn(lead.values, field.key) ? lead.values[field.key] : null;
        const text = asText(Array.isArray(value) ? value[0] : value);
        const isOurs = field.isReadOnly || field.shape === "person" || field.shape === "record" || field.key === type.stageField;
        return text === "" || isOurs ? [] : [[field.key, text.slice(0, MAX_TEXT).toWellFormed()]];
      })
      .slice(0, MAX_FIELDS),
  );

const MAX_MARK = 2_000;

/** Where its sender came from, as text. */
export const marksOf = ({ attribution }: LeadFacts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attribution)
      .flatMap(([name, value]): [string, string][] => (typeof value === "string" ? [[name, value.slice(0, MAX_MARK).toWellFormed()]] : []))
      .slice(0, MAX_FIELDS),
  );
