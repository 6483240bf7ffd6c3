import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useRows } from "../../calls.ts";
import { useClock } from "../../ui/clock.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { ChannelIcon } from "../channels/index.ts";
import classes from "./merge.module.css";
import { personOf } from "./names.ts";
import type { Conversation } from "./read.ts";
import { useMove } from "./use-move.ts";
import { shortWhen } from "./when-text.ts";

const PAUSE_MS = 200;
const SHOWN = 8;
const ANY_STATE = "state:open,snoozed,closed";

const quoted = (text: string) => `"${text.replaceAll('"', "")}"`;

/** Chooses the conversation that this one becomes part of: first those with the same person. */
export function MergeDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const { id, from } = conversation;
  const { now, zone } = useClock();
  const [text, setText] = useState("");
  const [words] = useDebouncedValue(text.trim(), PAUSE_MS);
  const { merge, isMoving } = useMove(id);
  const wanted = words === "" ? (from ? `from:${quoted(from.address)}` : "") : quoted(words);
  const query = useRows("inbox.list", { filter: `${ANY_STATE} ${wanted}`.trim() });
  const found = (query.data ?? []).filter((one) => one.id !== id).slice(0, SHOWN);
  return (
    <Dialog title="Merge into another conversation" opened onClose={onClose}>
      <DialogBody>
        <TextInput
          label="Find the other conversation"
          description="By words of its messages. Its messages and these become one conversation, in order of time."
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={200}
          data-autofocus
        />
        {query.isLoadingError && (
          <ErrorState title="The conversations could not be loaded" message={query.error.message} onRetry={() => void query.refetch()} />
        )}
        <ul className={classes.list} aria-label="Conversations">
          {found.map((one) => (
            <li key={one.id}>
              <button className={classes.line} type="button" disabled={isMoving} onClick={() => merge(one.id, onClose)}>
                <ChannelIcon kind={one.channel.kind} />
                <span className={classes.words}>
                  <span className="k-truncate">{one.subject || one.preview || "Without a subject"}</span>
                  <span className={`${classes.sub} k-truncate`}>{personOf(one)}</span>
                </span>
                <span className={classes.sub}>{shortWhen(new Date(one.last_at), now, zone)}</span>
              </button>
            </li>
          ))}
        </ul>
        {query.data && found.length === 0 && (
          <p className={classes.none}>{words === "" ? "Nothing else with this person. Search for it." : `Nothing has “${words}”.`}</p>
        )}
      </DialogBody>
      <DialogFoot tip="It can be undone.">
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
