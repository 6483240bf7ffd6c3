import { ActionIcon, Button } from "@mantine/core";
import { IconArrowBackUp, IconArrowLeft, IconCheck, IconLayoutSidebarRight } from "@tabler/icons-react";
import { AssigneeMenu } from "./assignee-menu.tsx";
import classes from "./conversation.module.css";
import { MoreMenu } from "./more-menu.tsx";
import { personOf } from "./names.ts";
import type { WholeConversation } from "./read.ts";
import { SnoozeMenu } from "./snooze-menu.tsx";
import type { Actions } from "./use-actions.ts";

interface ConversationHeadProps {
  conversation: WholeConversation;
  actions: Actions;
  onBack: () => void;
  onPerson: (() => void) | undefined;
}

export function ConversationHead({ conversation, actions, onBack, onPerson }: ConversationHeadProps) {
  const { subject, state } = conversation;
  const isOpen = state === "open" || state === "snoozed";
  return (
    <header className={classes.head}>
      <ActionIcon className={classes.back ?? ""} aria-label="Back to the list" onClick={onBack}>
        <IconArrowLeft size={16} stroke={1.75} />
      </ActionIcon>
      <div className={classes.titles}>
        <h2 className={`${classes.title} k-truncate`} title={subject}>
          {subject || personOf(conversation)}
        </h2>
        <p className={`${classes.with} k-truncate`}>{personOf(conversation)}</p>
      </div>
      <AssigneeMenu conversation={conversation} actions={actions} />
      <SnoozeMenu conversation={conversation} actions={actions} />
      <ActionIcon
        className="k-phone"
        aria-label={isOpen ? "Close" : "Open again"}
        loading={actions.isWorking}
        onClick={actions.toggleClosed}
      >
        {isOpen ? <IconCheck size={16} stroke={1.75} /> : <IconArrowBackUp size={16} stroke={1.75} />}
      </ActionIcon>
      <Button
        className="k-desk"
        leftSection={isOpen ? <IconCheck size={16} stroke={1.75} /> : <IconArrowBackUp size={16} stroke={1.75} />}
        loading={actions.isWorking}
        onClick={actions.toggleClosed}
        title={isOpen ? "Close, D" : "Open again, D"}
      >
        {isOpen ? "Close" : "Open again"}
      </Button>
      {onPerson && (
        <ActionIcon aria-label="Show the person" onClick={onPerson}>
          <IconLayoutSidebarRight size={16} stroke={1.75} />
        </ActionIcon>
      )}
      <MoreMenu conversation={conversation} actions={actions} onLeave={onBack} />
    </header>
  );
}
