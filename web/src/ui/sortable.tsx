import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { IconGripVertical } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import classes from "./sortable.module.css";

interface SortableListProps<Item> {
  label: string;
  items: Item[];
  idOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  /** The place among the others, counted from 0. */
  onMove: (item: Item, to: number) => void;
  /** A row with the grip it is moved by. */
  children: (item: Item, grip: ReactNode) => ReactNode;
  className?: string | undefined;
}

/** A list whose rows can be reordered: dragged by their grip, or moved with the arrow keys while the grip has the focus. */
export function SortableList<Item>({ label, items, idOf, nameOf, onMove, children, className }: SortableListProps<Item>) {
  const list = useId();
  const moved = useRef<{ id: string; from: string }>(undefined);
  const [announcement, setAnnouncement] = useState("");
  const ids = items.map(idOf).join("\n");
  useLayoutEffect(() => {
    // A row loses the focus when it moves in the document, so set it again.
    if (!moved.current || moved.current.from === ids) return;
    document.getElementById(gripId(list, moved.current.id))?.focus();
    moved.current = undefined;
  }, [ids, list]);

  const move = (item: Item, to: number) => {
    const from = items.indexOf(item);
    const place = Math.min(Math.max(to, 0), items.length - 1);
    if (place === from) return;
    setAnnouncement(`${nameOf(item)} is ${place + 1} of ${items.length}.`);
    onMove(item, place);
  };
  const steps = (at: number): Record<string, number> => ({ ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: items.length - 1 });
  const onKey = (item: Item, at: number) => (event: KeyboardEvent) => {
    const to = steps(at)[event.key];
    if (to === undefined) return;
    event.preventDefault();
    moved.current = { id: idOf(item), from: ids };
    move(item, to);
  };
  const drop = (id: string, target: number, edge: Edge) => {
    const from = items.findIndex((item) => idOf(item) === id);
    const item = items[from];
    if (item) move(item, target + (edge === "after" ? 1 : 0) - (from < target || (from === target && edge === "after") ? 1 : 0));
  };

  return (
    <>
      <ul className={className} aria-label={label}>
        {items.map((item, at) => (
          <SortableRow key={idOf(item)} list={list} id={idOf(item)} onDrop={(id, edge) => drop(id, at, edge)}>
            {children(
              item,
              <ActionIcon
                className={classes.grip}
                id={gripId(list, idOf(item))}
                aria-label={`Move ${nameOf(item)}`}
                aria-description={`${at + 1} of ${items.length}. Press arrow up or down.`}
                title="Drag, or press arrow up or down"
                onKeyDown={onKey(item, at)}
              >
                <IconGripVertical size={14} stroke={1.75} />
              </ActionIcon>,
            )}
          </SortableRow>
        ))}
      </ul>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}

const gripId = (list: string, id: string) => `${list}-${id}`;

type Edge = "before" | "after";

interface SortableRowProps {
  list: string;
  id: string;
  onDrop: (id: string, edge: Edge) => void;
  children: ReactNode;
}

function SortableRow({ list, id, onDrop, children }: SortableRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const latest = useRef(onDrop);
  const [edge, setEdge] = useState<Edge>();
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const element = row.current;
    const dragHandle = document.getElementById(gripId(list, id));
    if (!element || !dragHandle) return;
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ list, id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data["list"] === list && source.data["id"] !== id,
        onDrag: ({ location }) => setEdge(edgeAt(element, location.current.input.clientY)),
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ source, location }) => {
          setEdge(undefined);
          latest.current(String(source.data["id"]), edgeAt(element, location.current.input.clientY));
        },
      }),
    );
  }, [list, id]);
  return (
    <li className={classes.row} ref={row} data-edge={edge} data-dragged={isDragged || undefined}>
      {children}
    </li>
  );
}

function edgeAt(element: Element, y: number): Edge {
  const { top, height } = element.getBoundingClientRect();
  return y < top + height / 2 ? "before" : "after";
}
