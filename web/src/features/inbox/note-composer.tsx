import { Button } from "@mantine/core";
import type { RefObject } from "react";
import { useWrite } from "../../calls.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { useCompletion } from "../../ui/writing/use-completion.tsx";
import { useMentions } from "../members/index.ts";
import classes from "./composer.module.css";
import { changeDraft, dropDraft, useDraft } from "./draft.ts";
import { type Conversation, CONVERSATION } from "./read.ts";
import { WritingField } from "./writing-field.tsx";
import { useDraftKey } from "./use-draft-key.ts";

/** A note for the team. `@Name` tells a colleague. */
export function NoteComposer({ conversation, field }: { conversation: Conversation; field: RefObject<HTMLTextAreaElement | null> }) {
  const key = useDraftKey(`${conversation.id}.note`);
  const { text } = useDraft(key);
  const { mentionsIn, mentionOffers } = useMentions();
  const completion = useCompletion(mentionOffers);
  const add = useWrite("inbox.addNote", { refresh: CONVERSATION, onDone: () => dropDraft(key) });
  const canAdd = text.trim() !== "" && !add.isPending;
  const submit = () => canAdd && add.mutate({ id: conversation.id, text, mentions: mentionsIn(text) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <WritingField
        label="Note"
        completion={completion}
        placeholder="Write a note for the team, @Name tells a colleague"
        text={text}
        onChange={(next) => changeDraft(key, { text: next })}
        onSubmit={submit}
        ref={field}
      />
      <div className={classes.bar}>
        <span className={classes.saved}>Only the team sees it</span>
        <span className={classes.end}>
          <Button type="submit" variant="filled" loading={add.isPending} disabled={!canAdd} rightSection={<Kbd keys="mod ↵" onInk />}>
            Add note
          </Button>
        </span>
      </div>
    </form>
  );
}
