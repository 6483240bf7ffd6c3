import { KINDS } from "../kinds.ts";
import type { FieldSchema, FlagName, OptionSchema, TypeSchema } from "../schema.ts";
import { all, any, type FilterNode, type Op } from "../tree.ts";

type Role = keyof NonNullable<TypeSchema["roles"]>;

/** What each flag means, said in the language itself; undefined where the type lacks the field it is about. */
const MEANINGS: Readonly<Record<Exclude<FlagName, "deleted">, (type: TypeSchema) => FilterNode | undefined>> = {
  open: isOpen,
  won: (type) => inState(type, "won"),
  lost: (type) => inState(type, "lost"),
  /** Its time is over and work on it is not: `date<now`, open if there are stages, not done if that is a field. */
  overdue: (type) => about(type, "date", (date) => all([compare(date, "lt", "now"), ...orNone(isOpen(type)), ...orNone(notDone(type))])),
  mine: (type) => about(type, "owner", (owner) => compare(owner, "eq", "@me")),
  unassigned: (type) => about(type, "owner", (owner) => compare(owner, "unset")),
};

/** What a flag means for a type. `deleted` is about the record itself and not about a field. */
export function meaningOf(flag: Exclude<FlagName, "deleted">, type: TypeSchema): FilterNode | undefined {
  return MEANINGS[flag](type);
}

/** A record without a stage is nobody's success and nobody's loss: it is still to be done. */
function isOpen(type: TypeSchema): FilterNode | undefined {
  return about(type, "stage", (stage) => any([...orNone(inState(type, "open")), compare(stage, "unset")]));
}

/** Without a stage in that state, nothing is in it. */
function inState(type: TypeSchema, state: OptionSchema["state"]): FilterNode | undefined {
  return about(type, "stage", (stage) => {
    const keys = (stage.options ?? []).filter((option) => option.state === state).map((option) => option.key);
    return keys.length > 0 ? compare(stage, "eq", ...keys) : any([]);
  });
}

function notDone(type: TypeSchema): FilterNode | undefined {
  return about(type, "done", (done) => compare(done, "ne", "true"));
}

function about(type: TypeSchema, role: Role, say: (field: FieldSchema) => FilterNode): FilterNode | undefined {
  const key = type.roles?.[role];
  const field = key === undefined ? DEFAULTS[role](type) : type.fields.find((other) => other.key === key);
  return field && say(field);
}

const DEFAULTS: Readonly<Record<Role, (type: TypeSchema) => FieldSchema | undefined>> = {
  stage(type) {
    const stages = type.fields.filter((field) => KINDS[field.type].role === "stage");
    return stages.length === 1 ? stages[0] : undefined;
  },
  owner: (type) => type.fields.find((field) => field.key === "owner" && KINDS[field.type].shape === "person"),
  date: () => undefined,
  done: () => undefined,
};

function compare(field: FieldSchema, op: Op, ...texts: string[]): FilterNode {
  return { kind: "compare", path: [field.key], op, values: texts.map((text) => ({ kind: "value", text })) };
}

const orNone = (node: FilterNode | undefined) => (node ? [node] : []);
