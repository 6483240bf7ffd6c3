import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { areasOf, type PaletteSearch, useFeatures } from "../../../manifest.ts";
import type { Command } from "../../../ui/command.ts";
import { iconOf, oneOf, useTypesWhenKnown } from "../../types/index.ts";
import { useCreateRecord } from "../create/create-provider.tsx";
import { useFoundRecords } from "./found-records.ts";
import { useReadRecent } from "./recent-records.ts";

/** Records for the palette: the last ones opened, those that match, and the offer to create one. */
export function useRecordSearch(query: string): PaletteSearch {
  const text = query.trim();
  const types = useTypesWhenKnown()?.items ?? [];
  const { records, isAsked, isLooking, error, retry } = useFoundRecords(query);
  const recent = useRecent();
  const create = useCreateRecord();
  const toCommand = useRecordCommand();
  const offers = types.map((type): Command => ({
    group: `No record is called “${text}”`,
    label: `Create ${oneOf(type)} “${text}”`,
    icon: iconOf(type.icon),
    isOffer: true,
    run: () => create(type.key, text),
  }));
  const isNothing = isAsked && !isLooking && !error && records.length === 0;
  return {
    recent: recent.map((record) => toCommand("Recent", record)),
    found: records.map((record) => toCommand("Records", record)),
    offers: isNothing ? offers : [],
    isLooking,
    error,
    retry,
  };
}

/** What can be created, and every list. */
export function useRecordCommands(): Command[] {
  const navigate = useNavigate();
  const create = useCreateRecord();
  const types = useTypesWhenKnown()?.items ?? [];
  const letters = lettersOf(types, areasOf(useFeatures()));
  return [
    ...types.map((type) => ({
      group: "Create",
      label: `New ${oneOf(type)}`,
      also: "create add",
      icon: iconOf(type.icon),
      run: () => create(type.key),
    })),
    ...types.map(({ key, label_plural: label, icon }) => ({
      group: "Go to",
      label,
      also: "records list",
      icon: iconOf(icon),
      keys: letters.has(key) ? `g ${letters.get(key)}` : undefined,
      run: () => void navigate({ to: "/records/$type", params: { type: key } }),
    })),
  ];
}

/** The letter after G of each list: the first of its key that neither an area nor a list before it has. Most have the one they begin with. */
function lettersOf(types: readonly { key: string }[], areas: readonly { letter: string }[]): ReadonlyMap<string, string> {
  const taken = new Set(areas.map(({ letter }) => letter));
  const letters = new Map<string, string>();
  for (const { key } of types) {
    const letter = key.split("").find((one) => /[a-z]/.test(one) && !taken.has(one));
    if (!letter) continue;
    taken.add(letter);
    letters.set(key, letter);
  }
  return letters;
}

/** What was looked at last, without what is on the page already and without types that are gone. */
function useRecent() {
  const types = useTypesWhenKnown()?.items ?? [];
  const { id: shown } = useParams({ strict: false });
  const read = useReadRecent();
  const [recent] = useState(read);
  return recent.filter((record) => record.id !== shown && types.some((type) => type.key === record.type));
}

interface Findable {
  id: string;
  type: string;
  title: string;
  detail?: string;
}

function useRecordCommand() {
  const navigate = useNavigate();
  const types = useTypesWhenKnown()?.items ?? [];
  return (group: string, { id, type: key, title, detail }: Findable): Command => {
    const type = types.find((one) => one.key === key);
    const found: Command = {
      group,
      id,
      label: title,
      icon: iconOf(type?.icon ?? ""),
      href: `/records/${key}/${id}`,
      run: () => void navigate({ to: "/records/$type/$id", params: { type: key, id } }),
    };
    if (type) found.kind = type.label;
    // A web address is told apart by its name, not by how it begins.
    if (detail) found.detail = detail.replace(/^https?:\/\/(www\.)?/, "");
    return found;
  };
}
