import type { KindFacts } from "@kith/filter/kinds";
import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";
import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { IconArrowsMove } from "@tabler/icons-react";
import { memo, useEffect, useRef, useState } from "react";
import { Avatar } from "../../ui/avatar.tsx";
import { useRecentChange } from "../../live/recent-change.ts";
import { factsOf, type Field, isRelation, type RecordType } from "../types/index.ts";
import { type CrmRecord, FieldValue, isBlank, isPerson } from "../fields/index.ts";
import classes from "./board.module.css";
import type { CardFields } from "./card-fields.ts";
import { NextTaskMark } from "./next-task-mark.tsx";
import type { NextTask } from "./next-tasks.ts";

interface CardProps {
  type: RecordType;
  field: Field;
  record: CrmRecord;
  shows: CardFields;
  /** Undefined where nothing is to be said of it. */
  next: ReturnType<NextTask>;
  isCurrent: boolean;
  onOpen: (record: CrmRecord) => void;
  onFocus: (record: CrmRecord) => void;
  onMove: (record: CrmRecord, anchor: HTMLElement) => void;
}

export const cardId = (id: string) => `card-${id}`;

/** A record on the board: its name, whom it is for, what else was chosen, what it is worth, when, whose. */
export const Card = memo(function Card({ type, field, record, shows, next, isCurrent, onOpen, onFocus, onMove }: CardProps) {
  const element = useRef<HTMLElement>(null);
  const [isDragged, setDragged] = useState(false);
  const recent = useRecentChange(record.id, field.key);
  useEffect(() => {
    const card = element.current;
    if (!card) return undefined;
    return draggable({
      element: card,
      getInitialData: () => ({ record }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
      onGenerateDragPreview({ nativeSetDragImage, location }) {
        const box = card.getBoundingClientRect();
        const { clientX, clientY } = location.current.input;
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: () => ({ x: clientX - box.left, y: clientY - box.top }),
          render({ container }) {
            const copy = card.cloneNode(true) as HTMLElement;
            copy.classList.add(classes.lifted ?? "");
            copy.style.width = `${box.width}px`;
            container.append(copy);
          },
        });
      },
    });
  }, [record]);
  const owner = record.values["owner"];
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the board reads the keys for all its cards
    <article
      className={`${classes.card} k-recent`}
      id={cardId(record.id)}
      ref={element}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- cards are walked by the arrows, one of them is in the order of Tab
      tabIndex={isCurrent ? 0 : -1}
      aria-label={record.title}
      data-dragged={isDragged || undefined}
      data-recent={recent ? "" : undefined}
      onClick={() => onOpen(record)}
      onFocus={() => onFocus(record)}
    >
      <span className={`${classes.title} k-truncate`}>{record.title}</span>
      <span className={`${classes.about} k-truncate`}>{aboutOf(type, record, shows.about)}</span>
      {shows.others.map((other) => (
        <span className={`${classes.other} k-truncate`} title={other.label} key={other.key}>
          <VisuallyHidden>{other.label}: </VisuallyHidden>
          <FieldValue field={other} value={record.values[other.key]} type={type} record={record} />
        </span>
      ))}
      <span className={classes.line}>
        <CardValue type={type} record={record} field={shows.amount} className={classes.amount} />
        <CardValue type={type} record={record} field={shows.date} className={classes.day} />
        {next !== undefined && <NextTaskMark next={next} />}
        {shows.hasOwner && isPerson(owner) && (
          <span className={classes.owner} title={owner.name}>
            <Avatar id={owner.id} name={owner.name} />
            <VisuallyHidden>{owner.name}</VisuallyHidden>
          </span>
        )}
      </span>
      <ActionIcon
        className={classes.mover ?? ""}
        aria-label={`Move ${record.title} to…`}
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation();
          onMove(record, event.currentTarget);
        }}
      >
        <IconArrowsMove size={14} stroke={1.75} />
      </ActionIcon>
    </article>
  );
});

interface CardValueProps {
  type: RecordType;
  record: CrmRecord;
  field: Field | undefined;
  className: string | undefined;
}

function CardValue({ type, record, field, className }: CardValueProps) {
  const value = field && record.values[field.key];
  if (!field || isBlank(value)) return null;
  return (
    <span className={className}>
      <FieldValue field={field} value={value} type={type} record={record} />
    </span>
  );
}

/** Whom the record is for, or the first text that tells it apart. */
function aboutOf(type: RecordType, record: CrmRecord, about: CardFields["about"]): string {
  if (about !== "any") return titleOf(about && record.values[about.key]);
  const filled = type.fields.filter(({ key }) => key !== "name" && !isBlank(record.values[key]));
  const related = filled.find((field) => isRelation(field) && !field.is_multi);
  if (related) return titleOf(record.values[related.key]);
  const distinctive = filled.find((field) => isPlainText(factsOf(field)));
  return distinctive ? String(record.values[distinctive.key]) : "";
}

const titleOf = (value: unknown) => (typeof value === "object" && value !== null && "title" in value ? String(value.title) : "");

/** A line of text that is no address. */
const isPlainText = ({ shape, isLong, format }: KindFacts) => shape === "text" && !isLong && !format;
