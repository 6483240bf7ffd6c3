import { useState } from "react";
import { ApiError } from "../api.ts";
import type { FrameParts } from "../manifest.ts";
import { type Command, isFound, startsWithQuery } from "../ui/command.ts";
import { CommandFinder } from "../ui/command-palette.tsx";
import { useReadPageCommands } from "../ui/page-commands.tsx";
import classes from "./palette.module.css";

interface PaletteProps {
  parts: readonly FrameParts[];
  commands: Command[];
  onClose: () => void;
}

/** Finds commands, and what the features search for, while the user types. */
export function Palette({ parts, commands: everywhere, onClose }: PaletteProps) {
  const [query, setQuery] = useState("");
  // With a leading ">" only commands are searched.
  const isPlain = !query.startsWith(">");
  const text = (isPlain ? query : query.slice(1)).trim();
  // oxlint-disable-next-line react/rules-of-hooks -- the parts never change, so these are the same hooks in the same order every time
  const searches = parts.flatMap((part) => part.useSearch?.(isPlain ? query : "") ?? []);
  const readHere = useReadPageCommands();
  const [here] = useState(readHere);

  const commands = [...here, ...everywhere];
  const bestMatches = text === "" ? [] : commands.filter((command) => startsWithQuery(command, text));
  const others = commands.filter((command) => !bestMatches.includes(command) && isFound(command, text));
  const found =
    text === ""
      ? [...(isPlain ? searches.flatMap(({ recent }) => recent) : []), ...commands]
      : [
          ...bestMatches,
          ...searches.flatMap((search) => search.found),
          ...others.map((command) => inGroup(command, "More")),
          ...searches.flatMap(({ offers }) => offers),
        ];
  const failed = searches.find(({ error }) => error !== null);
  return (
    <CommandFinder
      query={query}
      onQuery={setQuery}
      marked={text}
      found={found}
      isLooking={searches.some(({ isLooking }) => isLooking)}
      isFirstFinal={bestMatches.length > 0}
      onClose={onClose}
      note={failed?.error && <Failed error={failed.error} onRetry={failed.retry} />}
    />
  );
}

const inGroup = (command: Command, group: string): Command => ({ ...command, group });

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  // The message "try again" would repeat the button.
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
