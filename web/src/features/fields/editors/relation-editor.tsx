import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useContext, useState } from "react";
import { read } from "../../../calls.ts";
import { Picker, type PickerItem, type Then } from "../../../ui/picker.tsx";
import { isRelated, listOf, type RelatedValue } from "../record.ts";
import { CreateRelatedContext, isFound, isNamed } from "./create-related.ts";
import type { EditorProps } from "./editor.ts";
import classes from "./field-editor.module.css";

const TYPING_MS = 80;
const MAX_SHOWN = 12;
const CLEAR = "";
const CREATE = "new";
const CREATING = "Creating";

/**
 * Related records, found as you type; what is not there is made. With one choice it saves; with several each choice is a toggle and leaving
 * saves.
 */
export function RelationEditor({ field, value, onSave, onCancel, typed, look, except, isFirst = false }: EditorProps) {
  const isMany = field.is_multi;
  const [query, setQuery] = useState(typed ?? "");
  const [chosen, setChosen] = useState<RelatedValue[]>(() => listOf(value).filter(isRelated));
  const { records: found, isLooking, isStale } = useFound(field.relation?.type ?? "", query);
  const records = found.filter((one) => one.id !== except);
  const related: FoundRecord[] =
    query.trim() === "" ? [...chosen, ...records.filter((one) => chosen.every((other) => other.id !== one.id))] : records;
  const items: PickerItem[] = related.map(({ id, title, detail }) => ({
    key: id,
    text: title,
    content: <span className="k-truncate">{title}</span>,
    side: detail?.replace(/^https?:\/\/(www\.)?/, ""),
  }));
  const name = query.trim();
  const creation = useCreation(field.relation?.type ?? "");
  if (creation.create && name !== "" && !isStale && !isNamed(found, name)) {
    const create = { key: CREATE, text: `Create ${name}`, content: <CreateText name={name} isOnly={items.length === 0} /> };
    // Enter takes the first: what was typed, not something that only resembles it.
    if (isFound(records, name)) items.push(create);
    else items.unshift(create);
  }
  const canClear = !isMany && !field.is_required && chosen.length > 0 && query === "";
  if (canClear) items.push({ key: CLEAR, text: "Clear", content: <span className="k-faint">Clear</span> });

  const take = (picked: RelatedValue | undefined, then: Then) => {
    if (!isMany) return onSave(picked ?? null, then);
    if (!picked) return undefined;
    setChosen((before) =>
      before.some((one) => one.id === picked.id) ? before.filter((one) => one.id !== picked.id) : [...before, picked],
    );
    setQuery("");
  };
  const choose = ({ key }: PickerItem, then: Then) => {
    if (key === CREATE) return creation.create?.(name, (made) => take(made, then));
    const record = related.find((one) => one.id === key);
    take(record && { id: record.id, title: record.title }, then);
  };
  return (
    <Picker
      label={field.label}
      items={items}
      query={query}
      onQuery={(text) => {
        setQuery(text);
        creation.forget();
      }}
      chosen={new Set(chosen.map((one) => one.id))}
      isMulti={isMany}
      onChoose={choose}
      onLeave={(then) => onSave(isMany ? chosen : value, then)}
      onCancel={onCancel}
      isStale={isStale}
      isFirst={isFirst}
      {...(isMany ? { onBackspace: () => setChosen(chosen.slice(0, -1)) } : {})}
      placeholder={chosen.map((one) => one.title).join(", ") || "Type a name"}
      note={creation.note ?? (isLooking ? "Searching" : items.length === 0 && name ? `No match for “${name}”.` : undefined)}
      className={look === "cell" ? classes.cell : classes.form}
    />
  );
}

const CreateText = ({ name, isOnly }: { name: string; isOnly: boolean }) => (
  <span className="k-truncate">
    {isOnly && <span className="k-faint">No match. </span>}
    Create “{name}”
  </span>
);

/** Makes the record that was not found. What was typed stays until it is there, and when it is refused. */
function useCreation(type: string) {
  const create = useContext(CreateRelatedContext);
  const [note, setNote] = useState<string>();
  const run = async (name: string, onMade: (made: RelatedValue) => void) => {
    if (!create || note === CREATING) return;
    setNote(CREATING);
    try {
      onMade(await create(type, name));
      setNote(undefined);
    } catch (error) {
      setNote(`Not created: ${error instanceof Error ? error.message : ""}`);
    }
  };
  return {
    create: create && ((name: string, onMade: (made: RelatedValue) => void) => void run(name, onMade)),
    note,
    forget: () => setNote(undefined),
  };
}

interface FoundRecord extends RelatedValue {
  detail?: string;
}

/** Before anything is typed, the records changed last; then what is found. */
function useFound(type: string, query: string): { records: FoundRecord[]; isLooking: boolean; isStale: boolean } {
  const [wanted] = useDebouncedValue(query.trim(), TYPING_MS);
  const latest = useQuery({
    ...read("records.list", { type, limit: MAX_SHOWN, count: "none", fields: ["name"] }),
    enabled: wanted === "",
    select: ({ items }) => items.map(({ id, title }): FoundRecord => ({ id, title })),
  });
  const search = useQuery({
    ...read("records.search", { query: wanted || " ", types: [type], limit: MAX_SHOWN }),
    enabled: wanted !== "",
    placeholderData: keepPreviousData,
    select: ({ items }) => items.map(({ id, title, detail }): FoundRecord => ({ id, title, detail })),
  });
  const shown = wanted === "" ? latest : search;
  const isStale = query.trim() !== wanted || shown.isPlaceholderData || shown.isPending;
  return { records: shown.data ?? [], isLooking: shown.isPending, isStale };
}
