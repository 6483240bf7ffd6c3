import type { OutputOf } from "@kith/server/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../../api.ts";

export const PAGE_ROWS = 100;
// Pages out of sight are let go soon: however far somebody scrolls, memory holds what is near. They are a few milliseconds away.
const UNSEEN_MS = 15_000;

/** Which records, in which order, with which fields. */
export interface RecordListInput {
  type: string;
  filter: string;
  sort: string;
  fields?: string[] | undefined;
}

export type RecordPage = OutputOf<"records.list">;

/** Where each page of a list begins and how many rows it has. It stays when the pages themselves are let go. */
export interface ListShape {
  pages: { cursor: string | null; size: number }[];
  /** The last page is among them. */
  isWhole: boolean;
}

/** A page as the cache knows it. */
export type ListedPage = RecordListInput & { cursor: string | null };

const START: ListShape = { pages: [{ cursor: null, size: 0 }], isWhole: false };

export const shapeQuery = (list: RecordListInput) =>
  queryOptions({
    queryKey: ["records.shape", list],
    queryFn: ({ client }) => client.getQueryData<ListShape>(["records.shape", list]) ?? START,
    initialData: START,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** One page of a list: a question of its own, so that only what is on the screen is ever asked again. */
export const pageQuery = (list: RecordListInput, cursor: string | null) =>
  queryOptions({
    queryKey: ["records.list", { ...list, cursor }],
    queryFn: async ({ signal, client }): Promise<RecordPage> => {
      const page = await api.call("records.list", inputOf(list, cursor), { signal });
      noteShape(client, list, cursor, page);
      return page;
    },
    ...(cursor === null ? {} : { gcTime: UNSEEN_MS }),
  });

function inputOf({ type, filter, sort, fields }: RecordListInput, cursor: string | null) {
  return {
    type,
    limit: PAGE_ROWS,
    // The count belongs to the whole list, so the first page brings it and the others need not.
    count: cursor === null ? ("estimate" as const) : ("none" as const),
    ...(filter ? { filter } : {}),
    ...(sort ? { sort } : {}),
    ...(fields ? { fields } : {}),
    ...(cursor === null ? {} : { cursor }),
  };
}

/** When a page ends elsewhere than before, what followed it is no longer known. */
function noteShape(client: QueryClient, list: RecordListInput, cursor: string | null, page: RecordPage): void {
  client.setQueryData<ListShape>(["records.shape", list], (shape = START) => {
    const at = shape.pages.findIndex((one) => one.cursor === cursor);
    if (at < 0) return shape;
    const until = [...shape.pages.slice(0, at), { cursor, size: page.items.length }];
    const next = page.next_cursor;
    if (next === null) return { pages: until, isWhole: true };
    const isSameEnd = shape.pages[at + 1]?.cursor === next;
    return isSameEnd
      ? { pages: [...until, ...shape.pages.slice(at + 1)], isWhole: shape.isWhole }
      : { pages: [...until, { cursor: next, size: 0 }], isWhole: false };
  });
}

/** A record left a page: the rows below it move up. */
export function noteSize(client: QueryClient, { cursor, ...list }: ListedPage, size: number): void {
  client.setQueryData<ListShape>(
    ["records.shape", list],
    (shape) => shape && { ...shape, pages: shape.pages.map((page) => (page.cursor === cursor ? { cursor, size } : page)) },
  );
}
