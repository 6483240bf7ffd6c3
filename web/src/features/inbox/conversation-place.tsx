import { useState } from "react";
import { SidePanel, useHasPanelRoom } from "../../ui/side-panel.tsx";
import { EmptyState, ErrorState, SkeletonRows } from "../../ui/states.tsx";
import { ConversationView } from "./conversation-view.tsx";
import classes from "./inbox.module.css";
import { Person } from "./person.tsx";
import { type Conversation, isGone, useConversation, type WholeConversation } from "./read.ts";

interface ConversationPlaceProps {
  id: string | undefined;
  /** What the list knows of it already. */
  row: Conversation | undefined;
  /** The list has something to choose. */
  hasRows: boolean;
  onDone: () => void;
  onBack: () => void;
}

/** The conversation that is open, with its person beside it where there is room. */
export function ConversationPlace({ id, hasRows, ...rest }: ConversationPlaceProps) {
  if (id) return <Opened id={id} {...rest} key={id} />;
  return (
    <div className={classes.nothing}>
      {hasRows && <EmptyState title="No conversation is open">Choose one from the list, or press J for the first.</EmptyState>}
    </div>
  );
}

function Opened({ id, row, onDone, onBack }: Omit<ConversationPlaceProps, "hasRows"> & { id: string }) {
  const query = useConversation(id, row);
  const hasRoom = useHasPanelRoom();
  const [isPersonOpen, setPersonOpen] = useState(false);
  const { data: conversation, error } = query;
  if (!conversation || isGone(error))
    return (
      <div className={classes.nothing}>{error ? <Missing error={error} onRetry={() => void query.refetch()} /> : <SkeletonRows />}</div>
    );
  return (
    <>
      <ConversationView
        conversation={conversation}
        onDone={onDone}
        onBack={onBack}
        onPerson={hasRoom ? undefined : () => setPersonOpen(true)}
      />
      <PersonPlace conversation={conversation} hasRoom={hasRoom} isOpen={isPersonOpen} onClose={() => setPersonOpen(false)} />
    </>
  );
}

interface PersonPlaceProps {
  conversation: WholeConversation;
  hasRoom: boolean;
  isOpen: boolean;
  onClose: () => void;
}

function PersonPlace({ conversation, hasRoom, isOpen, onClose }: PersonPlaceProps) {
  if (hasRoom)
    return (
      <aside className={classes.aside} aria-label="Person">
        <Person conversation={conversation} />
      </aside>
    );
  if (!isOpen) return null;
  return (
    <SidePanel title="Person" onClose={onClose} isOver>
      <Person conversation={conversation} />
    </SidePanel>
  );
}

function Missing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isGone(error))
    return <EmptyState title="There is no such conversation">It may be deleted, or in a channel that you do not see.</EmptyState>;
  return <ErrorState title="The conversation could not be loaded" message={error.message} onRetry={onRetry} />;
}
