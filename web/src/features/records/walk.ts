import { wholeText } from "../../ui/formats.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { ListSearch, ListView } from "../views/index.ts";
import { type ListShape, pageQuery, type RecordListInput, shapeQuery } from "./read/list-pages.ts";

/** A list somebody walks through, one record after the other. */
interface Walk {
  type: string;
  lists: RecordListInput[];
  /** The saved view's name, if it is one. */
  title: string | undefined;
  search: ListSearch;
}

const WALK = ["records.walk"];

/** Remembers the list that is on the page: from its records one can go on to the next. */
export function useNoteWalk(lists: RecordListInput[], view: ListView): void {
  const client = useQueryClient();
  const { peek: _peek, create: _create, ...search } = useSearch({ from: "/records/$type" });
  const type = lists[0]?.type;
  const title = view.saved?.name;
  useEffect(() => {
    if (type === undefined) return;
    // Nothing observes it, and it is wanted however long one stays on the list.
    client.setQueryDefaults(WALK, { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData<Walk>(WALK, { type, lists, title, search });
  });
}

export interface Place {
  /** The ids before and after it; undefined at the ends and where nothing is loaded. */
  previous: string | undefined;
  next: string | undefined;
  /** "3 of 43", as far as it is known. */
  text: string;
  title: string | undefined;
  search: ListSearch;
}

/** Where a record stands in the list one came from. The list is taken as it was then: it does not change while one walks it. */
export function usePlace(type: string, id: string): Place | undefined {
  const client = useQueryClient();
  const [walked] = useState(() => readWalk(client));
  const at = walked?.ids.indexOf(id) ?? -1;
  if (!walked || walked.type !== type || at < 0) return undefined;
  const position = wholeText(at + 1);
  return {
    previous: walked.ids[at - 1],
    next: walked.ids[at + 1],
    text: walked.total === undefined ? position : `${position} of ${wholeText(walked.total)}`,
    title: walked.title,
    search: walked.search,
  };
}

function readWalk(client: QueryClient) {
  const walk = client.getQueryData<Walk>(WALK);
  if (!walk) return undefined;
  const ids = walk.lists.flatMap((list) => idsOf(client, list));
  const [only] = walk.lists.length === 1 ? walk.lists : [];
  const count = only && client.getQueryData(pageQuery(only, null).queryKey)?.count;
  return { ...walk, ids, total: count?.is_exact ? count.value : undefined };
}

/** Rows in order; a page that is no longer in memory keeps its room, so that the numbers are right. */
function idsOf(client: QueryClient, list: RecordListInput): (string | undefined)[] {
  const shape: ListShape | undefined = client.getQueryData(shapeQuery(list).queryKey);
  return (shape?.pages ?? []).flatMap(({ cursor, size }) => {
    const page = client.getQueryData(pageQuery(list, cursor).queryKey);
    return page ? page.items.map((record) => record.id) : Array.from({ length: size }, () => undefined);
  });
}
