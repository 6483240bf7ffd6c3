import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../calls.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Picker } from "../../../ui/picker.tsx";
import { useMe } from "../../../session.ts";
import { isPerson } from "../record.ts";
import { type EditorProps, found } from "./editor.ts";
import classes from "./field-editor.module.css";

const CLEAR = "";
const MAX_SHOWN = 50;

/** Somebody of the company, by a part of their name or email. Whoever edits comes first: they mean themselves most often. */
export function PersonEditor({ field, value, onSave, onCancel, typed, look }: EditorProps) {
  const { user } = useMe();
  const [query, setQuery] = useState(typed ?? "");
  const search = query.trim();
  const { data, isPending } = useQuery({
    ...read("members.list", { limit: MAX_SHOWN, ...(search ? { search } : {}) }),
    placeholderData: keepPreviousData,
  });
  const people = (data?.items ?? []).filter((member) => !member.disabled_at);
  const mineFirst = people.toSorted((one, other) => Number(other.id === user.id) - Number(one.id === user.id));
  const items = mineFirst.map(({ id, name, email }) => ({
    key: id,
    text: `${name} ${email}`,
    content: (
      <>
        <Avatar id={id} name={name} />
        <span className="k-truncate">{name}</span>
      </>
    ),
    side: id === user.id ? "you" : undefined,
  }));
  const shown = found(items, query);
  const clear =
    !field.is_required && value && query === "" ? [{ key: CLEAR, text: "Clear", content: <span className="k-faint">Clear</span> }] : [];
  return (
    <Picker
      label={field.label}
      items={[...shown, ...clear]}
      query={query}
      onQuery={setQuery}
      chosen={new Set(isPerson(value) ? [value.id] : [])}
      onChoose={({ key }, then) => {
        const person = people.find((one) => one.id === key);
        onSave(person ? { id: person.id, name: person.name } : null, then);
      }}
      onLeave={(then) => onSave(value, then)}
      onCancel={onCancel}
      placeholder={isPerson(value) ? value.name : ""}
      note={isPending ? "Searching" : shown.length === 0 ? `No match for “${query}”.` : undefined}
      className={look === "cell" ? classes.cell : classes.form}
    />
  );
}
