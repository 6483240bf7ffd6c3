import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { memberId } from "../../members/operations.ts";
import { presentRecords, readLinks, valuesOf, type RecordRow, type Values } from "../../records/index.ts";
import { firstStage, type CompanySchema, type TypeDefinition } from "../../types/index.ts";
import * as store from "./conversion-store.ts";
import type { Choice } from "./find-choices.ts";
import { findLead, presentConversion } from "./find-lead.ts";
import { additions, relationTo } from "./lead-values.ts";
import { contactChoices, contactValues, organizationChoices, organizationValues, settingOf } from "./targets.ts";

type Shown = Awaited<ReturnType<typeof presentRecords>>[number];

/** What converting would do if nothing else is said, and what could be said. */
export async function previewConversion(call: Call<Member>, schema: CompanySchema, id: string) {
  const { tx, actor } = call;
  const { row, links } = await findLead(call, schema, id);
  const setting = settingOf(schema, row, links);
  const { contact, organization, deal } = setting;
  const [earlier] = await store.find(tx, actor.companyId, [id]);
  const people = await contactChoices(call, setting, false);
  const known = people.find((choice) => choice.isSure);
  const knownLinks = known ? (await readLinks(tx, actor.companyId, schema, [known.row])).get(known.row.id) : undefined;
  const firms = await organizationChoices(call, setting, knownLinks, false);
  const firmValues = organization ? organizationValues(setting, organization) : {};
  const [shownLead] = await presentRecords(tx, actor.companyId, schema, [row], ["owner"]);
  const chosenFirm = firms.find((choice) => choice.isSure)?.row.title ?? textOf(firmValues["name"]);
  return {
    lead: { id, title: row.title },
    conversion: earlier && !earlier.undone_at ? await presentConversion(call, earlier) : null,
    contact: await show(call, schema, contact, people, contactValues(setting)),
    organization: organization ? await show(call, schema, organization, firms, firmValues) : NONE,
    deal: {
      is_available: deal !== undefined,
      name: chosenFirm ?? row.title,
      stage: (deal && firstStage(deal)) ?? null,
      owner: ownerOf(shownLead),
    },
  };
}

const NONE = { is_available: false, choices: [], chosen: null, name: null, detail: "" };

async function show(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, choices: Choice[], values: Values) {
  const rows = choices.map((choice) => choice.row);
  const shown = new Map((await presentRecords(call.tx, call.actor.companyId, schema, rows, DETAILS)).map((one) => [one.id, one]));
  const toFirm = type.key === "organization" ? schema.byKey.get("deal") : undefined;
  const relation = toFirm && relationTo(toFirm, type, "organization");
  const deals = relation?.id
    ? await store.countLinks(
        call.tx,
        call.actor.companyId,
        relation.id,
        rows.map((row) => row.id),
      )
    : undefined;
  return {
    is_available: true,
    choices: choices.map(({ row, because }) => ({
      id: row.id,
      title: row.title,
      detail: detailOf(shown.get(row.id), deals && (deals.get(row.id) ?? 0)),
      because,
      adds: addedTo(type, row, values),
    })),
    chosen: choices.find((choice) => choice.isSure)?.row.id ?? null,
    name: textOf(values["name"]) ?? null,
    detail: Object.entries(values)
      .filter(([key]) => SHOWN_WHEN_NEW.has(key))
      .map(([, value]) =>
        [value]
          .flat()
          .join(", ")
          .replace(/^https?:\/\/(www\.)?/, ""),
      )
      .join(", "),
  };
}

const DETAILS = ["job_title", "organization", "city", "owner"];
const SHOWN_WHEN_NEW = new Set(["email", "phone", "website"]);

/** In words that people read: which values the record has none of, or not this one. */
function addedTo(type: TypeDefinition, row: RecordRow, values: Values) {
  const has = valuesOf(type, row, {});
  return Object.entries(additions(type, has, values)).flatMap(([key, value]) => {
    const field = type.fields.find((one) => one.key === key);
    const old = new Set([has[key] ?? []].flat().map(String));
    const more = [value]
      .flat()
      .map(String)
      .filter((one) => !old.has(one));
    if (!field || field.shape === "record" || field.shape === "person" || more.length === 0) return [];
    const names = more.map((one) => field.options?.find((option) => option.key === one)?.label ?? one);
    return [{ label: field.label, value: names.join(", ").slice(0, 200) }];
  });
}

/** A line that tells records of one name apart: what somebody does and where, or where a firm is and how many deals it has. */
function detailOf(shown: Shown | undefined, deals: number | undefined): string {
  if (!shown) return "";
  const related = (key: string) => [shown.values[key] ?? []].flat() as { title?: string; name?: string }[];
  const job = [textOf(shown.values["job_title"]), related("organization")[0]?.title].filter(Boolean).join(" at ");
  const owner = related("owner")[0]?.name;
  return [
    job,
    textOf(shown.values["city"]),
    deals === undefined ? undefined : deals === 0 ? "no deals" : `${deals} ${deals === 1 ? "deal" : "deals"}`,
    owner ? `owner ${owner}` : undefined,
  ]
    .filter(Boolean)
    .join(", ");
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

function ownerOf(shown: Shown | undefined): { id: string; name: string } | null {
  const owner = shown?.values["owner"];
  return owner && typeof owner === "object" && "id" in owner && "name" in owner
    ? { id: memberId.decode(String(owner.id)), name: String(owner.name) }
    : null;
}
