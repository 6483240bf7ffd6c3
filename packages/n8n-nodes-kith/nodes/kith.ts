import type { IDataObject, IExecuteFunctions, IHookFunctions, ILoadOptionsFunctions } from "n8n-workflow";
import { OPERATIONS, type OperationId } from "./contract.generated";
import { explained } from "./explained";

export type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

export interface Wanted {
  /** What stands in braces in the path. */
  path?: { [name: string]: string };
  query?: IDataObject;
  body?: IDataObject;
  /** Calls with the same key are one call. */
  key?: string;
}

/** One call to Kith. */
export async function kith(context: Context, id: OperationId, wanted: Wanted = {}): Promise<IDataObject> {
  const { method, path, takesKey } = OPERATIONS[id];
  const { baseUrl } = await context.getCredentials<{ baseUrl: string }>("kithApi");
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(wanted.path?.[name] ?? ""));
  try {
    const answer: IDataObject | undefined = await context.helpers.httpRequestWithAuthentication.call(context, "kithApi", {
      method,
      url: `${originOf(baseUrl)}${filled}`,
      qs: wanted.query ?? {},
      // A list is sent as the same name several times.
      arrayFormat: "repeat",
      json: true,
      ...(wanted.body ? { body: wanted.body } : {}),
      headers: takesKey && wanted.key ? { "idempotency-key": wanted.key } : {},
    });
    return answer ?? {};
  } catch (error) {
    throw explained(context.getNode(), error);
  }
}

/** Follows the pages until there is no more, or enough. */
export async function kithPages(context: Context, id: OperationId, wanted: Wanted, most: number): Promise<IDataObject[]> {
  const all: IDataObject[] = [];
  const { maxLimit } = OPERATIONS[id];
  for (let cursor: unknown; ;) {
    const query = { ...wanted.query, limit: Math.min(maxLimit, most - all.length), ...(cursor ? { cursor: String(cursor) } : {}) };
    const page = await kith(context, id, { ...wanted, query });
    all.push(...(page.items as IDataObject[]));
    cursor = page.next_cursor;
    if (!cursor || all.length >= most) return all;
  }
}

/** Without the path that people copy along with an address. */
const originOf = (baseUrl: string) => baseUrl.trim().split("/").slice(0, 3).join("/");
