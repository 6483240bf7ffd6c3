import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { ErrorState } from "../../ui/states.tsx";
import { type Field, manyOf, type RecordType } from "../types/index.ts";
import { fieldsFor, type ListView } from "../views/index.ts";
import {
  ListFoot,
  ListFrame,
  ListState,
  type RecordListInput,
  useCreateRecord,
  useNoteWalk,
  useRecordLists,
  useSaveRecord,
} from "../records/index.ts";
import type { CrmRecord } from "../fields/index.ts";
import classes from "./board.module.css";
import { cardFields } from "./card-fields.ts";
import { FoldedLane } from "./folded-lane.tsx";
import { LaneColumn } from "./lane-column.tsx";
import { isOver } from "./lane-head.tsx";
import { fitLanes } from "./lane-width.ts";
import { boardField, countOf, type Lane, useLanes } from "./lanes.ts";
import { type Moving, MoveMenu } from "./move-menu.tsx";
import { useNextTasks } from "./next-tasks.ts";
import { type PlacedRows, placeRows } from "./placed.ts";
import { useBoardKeys } from "./use-board-keys.ts";

/** The records as a board: one lane for each option of its stage, or of any other choice. */
export function Board({ type, view }: { type: RecordType; view: ListView }) {
  const field = boardField(type, view.group);
  if (!field) return <p className={classes.none}>A board needs a stage or a select field. Add one to {manyOf(type)} in the data model.</p>;
  return <Lanes type={type} field={field} view={view} key={field.key} />;
}

function Lanes({ type, field, view }: { type: RecordType; field: Field; view: ListView }) {
  const navigate = useNavigate({ from: "/records/$type" });
  const { peek } = useSearch({ from: "/records/$type" });
  const save = useSaveRecord();
  const [isAllTime, setAllTime] = useState(false);
  const lanes = useLanes(type, field, view, isAllTime);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string | null>>(new Set());
  const isFolded = (lane: Lane) => lane.option?.state === "lost" && !unfolded.has(lane.key);
  const open = lanes.filter((lane) => !isFolded(lane));
  const inputs = useInputs(type, field, view, open);
  useNoteWalk(inputs, view);
  const expected = open.map((lane) => lane.count);
  const { lists, show, isOld, error, refetch } = useRecordLists(inputs, expected);
  const [seen, setSeen] = useState<{ from: number; to: number }[]>([]);
  const onShow = useShown(seen, setSeen, show);
  const placed = placeRows(open, lists, seen, field.key);
  const shows = useMemo(() => cardFields(type, field, view.columns), [type, field, view.columns]);
  const next = useNextTasks(type, seenRecords(open, placed, seen));
  const create = useCreateRecord();
  const addTo = ({ key }: Lane) => create(type.key, undefined, { [field.key]: key });
  const [moving, setMoving] = useState<Moving>();
  const fit = useMemo(() => fitLanes(open.length, lanes.length - open.length), [open.length, lanes.length]);

  const openRecord = (record: CrmRecord) => void navigate({ to: "/records/$type/$id", params: { type: record.type, id: record.id } });
  const onPeek = (record: CrmRecord | undefined) =>
    void navigate({ search: ({ peek: _before, ...rest }) => (record ? { ...rest, peek: record.id } : rest), replace: peek !== undefined });
  const move = (record: CrmRecord, lane: Lane) => save(record, { [field.key]: lane.key });
  const askWhere = (record: CrmRecord, anchor: HTMLElement) => setMoving({ record, anchor });
  const { current, onKeyDown, onFocus } = useBoardKeys(placed, { open: openRecord, peek: onPeek, move: askWhere });

  if (error && lists.every((list) => list.isUnread))
    return (
      <ListState>
        <ErrorState title={`${type.label_plural} could not be loaded`} message={error.message} onRetry={refetch} />
      </ListState>
    );
  const total = countOf(lanes);
  return (
    <>
      <ListFrame peek={peek} onClosePeek={() => onPeek(undefined)}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the cards inside take the focus; keys are read here once for all of them */}
        <div
          className={classes.board}
          role="group"
          aria-label={`${type.label_plural} by ${field.label.toLowerCase()}`}
          onKeyDown={onKeyDown}
          data-old={isOld || undefined}
          ref={fit}
        >
          {lanes.map((lane) => {
            const at = open.indexOf(lane);
            const rows = placed[at];
            return rows ? (
              <LaneColumn
                type={type}
                field={field}
                lane={lane}
                rows={rows}
                shows={shows}
                next={next}
                current={current}
                onShow={onShow(at)}
                onDrop={move}
                onOpen={openRecord}
                onFocus={onFocus}
                onMove={askWhere}
                onPeriod={() => setAllTime(!isAllTime)}
                onAdd={addTo}
                key={lane.key ?? ""}
              />
            ) : (
              <FoldedLane
                field={field}
                lane={lane}
                onDrop={move}
                onUnfold={() => setUnfolded(new Set([...unfolded, lane.key]))}
                key={lane.key ?? ""}
              />
            );
          })}
        </div>
        <ListFoot type={type} filter={view.filter} count={total === undefined ? null : { value: total, is_exact: true }} />
      </ListFrame>
      {moving && <MoveMenu field={field} lanes={lanes} moving={moving} onMove={move} onClose={() => setMoving(undefined)} />}
    </>
  );
}

function useInputs(type: RecordType, field: Field, view: ListView, lanes: Lane[]): RecordListInput[] {
  const fields = fieldsFor(type, [...view.columns, field.key, "owner"]);
  const text = JSON.stringify(lanes.map(({ filter }) => ({ type: type.key, filter, sort: view.sort, fields })));
  // The same questions are the same lists, however often this is drawn.
  return useMemo(() => JSON.parse(text) as RecordListInput[], [text]);
}

/** The cards in sight that are still worked on. */
function seenRecords(lanes: Lane[], placed: PlacedRows[], seen: Seen): CrmRecord[] {
  return placed.flatMap((rows, at) => {
    const [lane, range] = [lanes[at], seen[at]];
    if (!lane || !range || isOver(lane)) return [];
    const indexes = Array.from({ length: Math.min(rows.total, range.to + 1) - range.from }, (_, index) => range.from + index);
    return indexes.flatMap((index) => {
      const record = rows.at(index);
      return typeof record === "object" ? [record] : [];
    });
  });
}

type Seen = { from: number; to: number }[];

/** What each lane shows, put together: the lists are loaded as far as they are seen. */
function useShown(seen: Seen, setSeen: (seen: Seen) => void, show: ReturnType<typeof useRecordLists>["show"]) {
  const [latest] = useState<{ seen: Seen; listeners: Map<number, (from: number, to: number) => void> }>(() => ({
    seen,
    listeners: new Map(),
  }));
  return useCallback(
    (lane: number) => {
      const known = latest.listeners.get(lane);
      if (known) return known;
      const listen = (from: number, to: number) => {
        if (latest.seen[lane]?.from === from && latest.seen[lane].to === to) return;
        const next = [...latest.seen];
        next[lane] = { from, to };
        latest.seen = next;
        setSeen(next);
        show(Array.from(next, (range, list) => ({ list, from: range?.from ?? 0, to: range?.to ?? 0 })));
      };
      latest.listeners.set(lane, listen);
      return listen;
    },
    [latest, setSeen, show],
  );
}
