import type { IDataObject, IExecuteFunctions } from "n8n-workflow";
import { NodeOperationError } from "n8n-workflow";
import { kith, kithPages } from "../kith";

/** What one operation does with one item, and the rows it hands on. */
type Run = (context: IExecuteFunctions, at: number) => Promise<IDataObject[]>;

const text = (context: IExecuteFunctions, name: string, at: number) => String(context.getNodeParameter(name, at, "")).trim();
const typeOf = (context: IExecuteFunctions, at: number) => context.getNodeParameter("type", at, "", { extractValue: true }) as string;
const placeOf = (context: IExecuteFunctions, at: number) => ({ type: typeOf(context, at), id: text(context, "id", at) });
const recordOf = (answer: IDataObject) => [(answer.record ?? answer) as IDataObject];

export const RUNS: { [operation: string]: Run } = {
  async addNote(context, at) {
    const body = { text: context.getNodeParameter("text", at) as string };
    return [await kith(context, "records.addNote", { path: placeOf(context, at), body, key: keyOf(context, at) })];
  },

  async create(context, at) {
    const path = { type: typeOf(context, at) };
    return recordOf(await kith(context, "records.create", { path, body: { values: valuesOf(context, at) }, key: keyOf(context, at) }));
  },

  async upsert(context, at) {
    const path = { type: typeOf(context, at) };
    const body = { match: matchOf(context, at), values: valuesOf(context, at) };
    const { record, is_new } = await kith(context, "records.upsert", { path, body, key: keyOf(context, at) });
    return [{ ...(record as IDataObject), is_new }];
  },

  async update(context, at) {
    const body = { values: valuesOf(context, at) };
    return recordOf(await kith(context, "records.update", { path: placeOf(context, at), body, key: keyOf(context, at) }));
  },

  async delete(context, at) {
    const { id, type } = placeOf(context, at);
    await kith(context, "records.delete", { path: { id, type }, key: keyOf(context, at) });
    return [{ id, type, deleted: true }];
  },

  get: async (context, at) => recordOf(await kith(context, "records.get", { path: placeOf(context, at) })),

  async getAll(context, at) {
    const most = context.getNodeParameter("returnAll", at) ? Infinity : (context.getNodeParameter("limit", at) as number);
    const filter = text(context, "filter", at);
    return kithPages(context, "records.list", { path: { type: typeOf(context, at) }, query: filter ? { filter } : {} }, most);
  },

  async search(context, at) {
    const query = { query: text(context, "query", at), limit: context.getNodeParameter("limit", at) as number };
    const { items } = await kith(context, "records.search", { query });
    return items as IDataObject[];
  },
};

/**
 * The same item, tried again by Retry on Fail, is the same write. A node in a loop runs several times in one execution: each run has its
 * own number, which stays the same while it is tried again.
 */
function keyOf(context: IExecuteFunctions, at: number): string {
  const run = context.getWorkflowDataProxy(at).$runIndex as number;
  return ["n8n", context.getInstanceId(), context.getExecutionId(), context.getNode().id, run, at].join("-");
}

const valuesOf = (context: IExecuteFunctions, at: number) => (context.getNodeParameter("values.value", at, {}) ?? {}) as IDataObject;

function matchOf(context: IExecuteFunctions, at: number): string {
  const [match] = context.getNodeParameter("values.matchingColumns", at, []) as string[];
  if (match) return match;
  const description = "Choose in Match By the field that says which record is meant, such as the email.";
  throw new NodeOperationError(context.getNode(), "Nothing says which record is meant", { itemIndex: at, description });
}
