import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../../api.ts";
import { type Command, isFound, isMeant } from "../../ui/command.ts";
import { CommandFinder } from "../../ui/command-palette.tsx";
import { useReadPageCommands } from "../../ui/page-commands.tsx";
import { useFoundRecords } from "../records/found-records.ts";
import { useReadRecent } from "../records/recent-records.ts";
import { iconOf } from "../types/type-icon.tsx";
import classes from "./palette.module.css";
import { oneOf, useTypesWhenKnown } from "../types/types.ts";

interface PaletteProps {
  commands: Command[];
  onCreate: (type: string, name: string) => void;
  onClose: () => void;
}

/** Records and commands, found together as one types. */
export function Palette({ commands: everywhere, onCreate, onClose }: PaletteProps) {
  const [query, setQuery] = useState("");
  // A sign before it asks for commands only.
  const isPlain = !query.startsWith(">");
  const text = (isPlain ? query : query.slice(1)).trim();
  const types = useTypesWhenKnown()?.items ?? [];
  const { records, isAsked, isLooking, error, retry } = useFoundRecords(isPlain ? query : "");
  const recent = useRecent();
  const readHere = useReadPageCommands();
  const [here] = useState(readHere);
  const toCommand = useRecordCommand();

  const commands = [...here, ...everywhere];
  const meant = text === "" ? [] : commands.filter((command) => isMeant(command, text));
  const others = commands.filter((command) => !meant.includes(command) && isFound(command, text));
  const isNothing = isAsked && !isLooking && !error && records.length === 0;
  const offers = types.map((type): Command => ({
    group: `No record is called “${text}”`,
    label: `Create ${oneOf(type)} “${text}”`,
    icon: iconOf(type.icon),
    isOffer: true,
    run: () => onCreate(type.key, text),
  }));
  const found =
    text === ""
      ? [...(isPlain ? recent.map((record) => toCommand("Recent", record)) : []), ...commands]
      : [
          ...meant,
          ...records.map((record) => toCommand("Records", record)),
          ...others.map((command) => inGroup(command, "More")),
          ...(isNothing ? offers : []),
        ];
  return (
    <CommandFinder
      query={query}
      onQuery={setQuery}
      marked={text}
      found={found}
      isLooking={isLooking}
      isFirstSure={meant.length > 0}
      onClose={onClose}
      note={error && <Failed error={error} onRetry={retry} />}
    />
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  // That it may work again is what the button says.
  const isUnreachable = error instanceof ApiError && error.code === "unreachable";
  return (
    <p role="status">
      Records could not be searched. {!isUnreachable && `${error.message} `}
      <button className={classes.retry} type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}

const inGroup = (command: Command, group: string): Command => ({ ...command, group });

/** What was looked at last, without what is on the page already and without types that are no more. */
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
    // An address of the web is told apart by its name, not by how it begins.
    if (detail) found.detail = detail.replace(/^https?:\/\/(www\.)?/, "");
    return found;
  };
}
