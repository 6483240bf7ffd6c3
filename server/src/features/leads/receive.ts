import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { statement, type Tx } from "../../kernel/database.ts";
import { invalid, notFound, type FieldError } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { newId } from "../../platform/random.ts";
import { planRecords } from "../records/index.ts";
import { findField, findOption, type Schemas, type TypeDefinition } from "../types/index.ts";
import * as operations from "./receive-operations.ts";
import { canBeAsked } from "./save-source.ts";
import { find as findSource } from "./source-store.ts";
import type { ConsentGiven } from "./submission-store.ts";

interface NewSubmission {
  id: string;
  sourceId: string | null;
  sender: string | null;
  dedupeKey: string;
  given: Record<string, string>;
  attribution: Record<string, string>;
  consent: ConsentGiven | null;
  now: Date;
}

const INSERT = statement(
  "leads.insert_submission",
  `insert into lead_submissions (company_id, id, source_id, sender, dedupe_key, received_at, state, state_at, given, attribution, consent)
   values ($1, $2, $3, $4, $5, $6, 'received', $6, $7, $8, $9) on conflict (company_id, source_id, dedupe_key) do nothing`,
);
async function insert(tx: Tx, companyId: string, { id, sourceId, sender, dedupeKey, now, ...sent }: NewSubmission): Promise<void> {
  const consent = sent.consent && JSON.stringify(sent.consent);
  const values = [JSON.stringify(sent.given), JSON.stringify(sent.attribution), consent];
  await tx.query(INSERT, [companyId, id, sourceId, sender, dedupeKey, now, ...values]);
}

const SENT = statement(
  "leads.find_sent",
  "select id from lead_submissions where company_id = $1 and source_id is null and dedupe_key = $2",
);

export function receiveHandlers({ schemas }: { schemas: Schemas }) {
  return handle(operations, {
    async submit(call, { values, attribution, consent, source }) {
      const { tx, actor, clock } = call;
      if (source && !(await findSource(tx, actor.companyId, source))) throw notFound("Form");
      const given = await checkValues(schemas, call, values);
      const id = newId();
      const now = clock.now();
      await insert(tx, actor.companyId, {
        id,
        sourceId: source ?? null,
        sender: source ? null : actor.proof.kind === "key" ? actor.proof.keyName : actor.name,
        dedupeKey: id,
        given,
        attribution,
        consent: consent ? { ...consent, at: (consent.at ?? now).toISOString() } : null,
        now,
      });
      return { id, state: "received" as const };
    },

    async receiveSent({ tx, actor, clock }, { hop_id: hop, from, values, attribution }) {
      const own = { id: newId(), sourceId: null, sender: from, dedupeKey: hop, consent: null, now: clock.now() };
      await insert(tx, actor.companyId, { ...own, given: values, attribution });
      const [row] = await tx.query<{ id: string }>(SENT, [actor.companyId, hop]);
      return { submission_id: row?.id ?? own.id };
    },
  });
}

/** A program is told what is wrong with its values; a visitor's would move into the message. */
async function checkValues(schemas: Schemas, call: Call<Member>, values: Record<string, string | number | boolean>) {
  const schema = await schemas.of(call);
  const type = schema.byKey.get("lead");
  if (!type) throw invalid([{ pointer: "/values", message: "Your company has no type lead. Bring it back from the retired types first." }]);
  const [given, errors] = readNames(type, values);
  if (errors.length > 0) throw invalid(errors);
  const checked = withoutRetired(type, given);
  const [planned] = await planRecords(call, schema, type, [{ old: undefined, given: { name: "Lead", ...checked }, pointer: "/values" }]);
  // A known email is no error here: it will be a touch.
  const wrong = (planned?.fieldErrors ?? []).filter(({ code }) => code === undefined);
  if (wrong.length > 0) throw invalid(wrong);
  return given;
}

/** No lead is lost because an option was retired after the program was written: its value moves into the message. */
function withoutRetired(type: TypeDefinition, given: Record<string, string>): Record<string, string> {
  const isRetired = ([key, value]: [string, string]) => {
    const field = findField(type, key);
    return field !== undefined && findOption(field, value)?.retired === true;
  };
  return Object.fromEntries(Object.entries(given).filter((one) => !isRetired(one)));
}

function readNames(type: TypeDefinition, values: Record<string, string | number | boolean>): [Record<string, string>, FieldError[]] {
  const offered = type.fields.filter(canBeAsked);
  const given: Record<string, string> = {};
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(values)) {
    const field = findField(type, name);
    if (field && offered.includes(field)) given[field.key] = String(value);
    else {
      const message = field ? "This cannot be sent with a lead. Change the lead itself once it is there." : "Leads have no such field.";
      errors.push({ pointer: `/values/${name}`, message, suggestions: offered.map(({ key }) => key).slice(0, 20) });
    }
  }
  return [given, errors];
}
