import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { type ListShape, PAGE_ROWS, pageQuery, type RecordListInput, type RecordPage, shapeQuery } from "./list-pages.ts";
import type { Change } from "../../../outbox/change.ts";
import { type CrmRecord, withChanges } from "../../fields/index.ts";
import { useOutboxState } from "../../../outbox/outbox-provider.tsx";
import { isUnread, offsetsOf, pageOfRow, pagesAround } from "./page-places.ts";

/** Rows below the last one loaded, while there are more: room for the skeletons of what comes. */
const AHEAD_ROWS = 12;

export interface RecordRows {
  /** Rows that can be scrolled to now; beyond the loaded ones they are skeletons. */
  rowCount: number;
  /** Undefined for a row that is not loaded (yet, or any more). */
  rowAt: (row: number) => CrmRecord | undefined;
  /** Nothing of the list was read: it is loading, or could not be loaded. */
  isUnread: boolean;
  /** Every row of the list is known. */
  isWhole: boolean;
  /** How many rows match, as far as the service says. */
  count: RecordPage["count"];
  /** The records of these rows, loading what is not in memory. */
  recordsBetween: (from: number, to: number) => Promise<CrmRecord[]>;
}

interface Lists {
  lists: RecordRows[];
  /** What is shown: the lists given, or those before while the new ones load. */
  shown: RecordListInput[];
  /** Say which rows of which list are on the screen: they and the pages next to them are loaded. */
  show: (ranges: RowRange[]) => void;
  isPending: boolean;
  /** Rows of the lists before are shown while these are loading. */
  isOld: boolean;
  error: Error | null;
  refetch: () => void;
}

export interface RowRange {
  list: number;
  from: number;
  to: number;
}

const TOP: RowRange[] = [{ list: 0, from: 0, to: PAGE_ROWS - 1 }];

/**
 * Lists of records that load as they are scrolled: one, or one for each group. Every page is a question of its own, so only what is on
 * the screen is in memory and asked again. Rows of the filter before stay until the new ones are there.
 */
export function useRecordLists(given: RecordListInput[], expected: (number | undefined)[] = []): Lists {
  const client = useQueryClient();
  const [first] = useQueries({ queries: given.slice(0, 1).map((list) => pageQuery(list, null)) });
  const [settled, setSettled] = useState<RecordListInput[]>();
  const isReady = first === undefined || first.data !== undefined || first.error !== null;
  if (isReady && settled !== given && JSON.stringify(settled) !== JSON.stringify(given)) setSettled(given);
  const shown = isReady ? given : (settled ?? given);

  const [ranges, setRanges] = useState(TOP);
  const shapes = useQueries({ queries: shown.map(shapeQuery) });
  const wanted = ranges.flatMap(({ list, from, to }) =>
    pagesAround(shapes[list]?.data, from, to).map(({ at, cursor }) => ({ list, at, cursor })),
  );
  const loaded = useQueries({
    queries: wanted.flatMap(({ list, cursor }) => {
      const input = shown[list];
      return input ? [pageQuery(input, cursor)] : [];
    }),
  });
  const { changes } = useOutboxState();
  const show = useCallback((seen: RowRange[]) => {
    const next = seen.map(toWholePages);
    setRanges((before) => (isSameRanges(before, next) ? before : next));
  }, []);

  return {
    lists: shown.map((input, at) => {
      const pages = new Map(wanted.flatMap((page, index) => (page.list === at ? [[page.at, loaded[index]?.data] as const] : [])));
      return rowsOf(shapes[at]?.data, pages, changes, expected[at], (cursor) => client.ensureQueryData(pageQuery(input, cursor)));
    }),
    shown,
    show,
    isPending: !isReady && settled === undefined,
    isOld: shown !== given,
    error: first?.error ?? loaded.find((page) => page.error)?.error ?? null,
    refetch: () => void client.refetchQueries({ queryKey: ["records.list"], type: "active" }),
  };
}

const NO_ROWS: RecordRows = {
  rowCount: 0,
  rowAt: () => undefined,
  isUnread: true,
  isWhole: true,
  count: null,
  recordsBetween: async () => [],
};

/** Only another page is news: between two of them a scrolling list need not be drawn again from here. */
const toWholePages = ({ list, from, to }: RowRange): RowRange => ({
  list,
  from: from - (from % PAGE_ROWS),
  to: to - (to % PAGE_ROWS) + PAGE_ROWS - 1,
});

const isSameRanges = (one: RowRange[], other: RowRange[]) =>
  one.length === other.length &&
  one.every(({ list, from, to }, at) => other[at]?.list === list && other[at].from === from && other[at].to === to);

/** Pages as rows, with what is on its way laid over them. */
function rowsOf(
  shape: ListShape | undefined,
  pages: Map<number, RecordPage | undefined>,
  changes: readonly Change[],
  expected: number | undefined,
  load: (cursor: string | null) => Promise<RecordPage>,
): RecordRows {
  if (!shape) return NO_ROWS;
  const items = new Map([...pages].map(([at, page]) => [at, page && live(page.items, changes)]));
  const offsets = offsetsOf(shape.pages.map(({ size }, at) => items.get(at)?.length ?? size));
  const known = offsets.at(-1) ?? 0;
  const placeOf = (row: number) => {
    const at = pageOfRow(offsets, row);
    return { at, within: row - (offsets[at] ?? 0) };
  };
  return {
    rowCount: shape.isWhole ? known : isUnread(shape) && expected !== undefined ? expected : known + AHEAD_ROWS,
    rowAt(row) {
      const { at, within } = placeOf(row);
      return items.get(at)?.[within];
    },
    isUnread: isUnread(shape),
    isWhole: shape.isWhole,
    count: pages.get(0)?.count ?? null,
    async recordsBetween(from, to) {
      const [start, end] = [placeOf(Math.min(from, to)), placeOf(Math.max(from, to))];
      const found: CrmRecord[] = [];
      for (let at = start.at; at <= end.at; at++) {
        const page = await load(shape.pages[at]?.cursor ?? null);
        found.push(...page.items.slice(at === start.at ? start.within : 0, at === end.at ? end.within + 1 : undefined));
      }
      return found;
    },
  };
}

const live = (records: CrmRecord[], changes: readonly Change[]) =>
  changes.length === 0 ? records : records.flatMap((record) => withChanges(record, changes) ?? []);
