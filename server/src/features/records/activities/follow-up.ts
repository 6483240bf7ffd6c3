import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { CompanySchema } from "../../types/index.ts";
import { refusalOf } from "../write/known.ts";
import { saveRecords } from "../write/save.ts";
import { type ActivityKind, recordId } from "../inputs.ts";
import type { RecordRow } from "../row.ts";

const TASK = "task";

export interface FollowUp {
  name?: string | undefined;
  due: string;
}

/** Makes the task that comes after an activity: of whoever logged it, on the same record, in the same operation. */
export async function followUp(
  call: Call<Member>,
  schema: CompanySchema,
  record: RecordRow,
  kind: ActivityKind,
  { name, due }: FollowUp,
): Promise<string> {
  const refuse = (message: string, hint: string) => invalid([{ pointer: "/follow_up", message, hint }]);
  const type = schema.byKey.get(TASK);
  if (!type?.dateField) throw refuse("This company has no tasks with a due date.", "Leave `follow_up` out.");
  const about = schema.byId.get(record.type_id);
  const relation = type.fields.find((field) => !field.isReadOnly && field.relation?.type === about?.key);
  if (!relation)
    throw refuse(
      `A task has no relation to a ${about?.key}.`,
      "Leave `follow_up` out. An Admin adds a relation under Company, Data model.",
    );
  const given = { name: name ?? `Follow up: ${kind} with ${record.title}`.slice(0, MAX_NAME), [type.dateField]: due };
  const [saved] = await saveRecords(call, schema, type, [
    { old: undefined, given: { ...given, [relation.key]: [recordId.encode(record.id)] }, pointer: "/follow_up" },
  ]);
  if (!saved || saved.fieldErrors.length > 0) throw refusalOf(saved?.fieldErrors ?? []);
  return saved.row.id;
}

/** Of a title. */
const MAX_NAME = 500;
