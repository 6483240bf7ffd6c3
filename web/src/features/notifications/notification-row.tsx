import { ActionIcon, VisuallyHidden } from "@mantine/core";
import {
  IconAt,
  IconCircleCheck,
  IconFileDownload,
  IconFileUpload,
  IconKey,
  IconMail,
  IconMailOpened,
  IconMessage2,
  IconUserCheck,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useWrite } from "../../calls.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { RelativeTime } from "../../ui/clock.tsx";
import classes from "./notifications.module.css";
import type { Notification } from "./read.ts";

const icons = {
  mention: IconAt,
  assignment: IconUserCheck,
  reply: IconMessage2,
  due: IconCircleCheck,
  finished: IconFileUpload,
  key: IconKey,
};

/** One notification: opening it marks it as read. */
export function NotificationRow({ notification }: { notification: Notification }) {
  const { id, text, name, is_read: isRead, at } = notification;
  const mark = useWrite("notifications.markRead", { refresh: ["notifications.list", "notifications.count"] });
  const label = isRead ? "Mark as unread" : "Mark as read";
  const ToggleIcon = isRead ? IconMail : IconMailOpened;
  return (
    <li className={classes.row} data-unread={!isRead || undefined}>
      <Target notification={notification} onOpen={() => void (isRead || mark.mutate({ ids: [id] }))}>
        <Mark notification={notification} />
        <span className={classes.lines}>
          <span className={classes.text}>
            {!isRead && <VisuallyHidden>New: </VisuallyHidden>}
            {text}
          </span>
          {name && <span className={`${classes.name} k-truncate`}>{name}</span>}
        </span>
        <span className={classes.when}>
          <RelativeTime at={at} />
        </span>
      </Target>
      <ActionIcon
        aria-label={`${label}: ${text} ${name}`.trim()}
        title={label}
        onClick={() => mark.mutate({ ids: [id], is_read: !isRead })}
      >
        <ToggleIcon size={16} stroke={1.75} />
      </ActionIcon>
    </li>
  );
}

function Mark({ notification: { kind, actor, subject } }: { notification: Notification }) {
  if (actor) return <Avatar id={actor.id} name={actor.name} size={24} />;
  const Icon = subject.id.startsWith("exp_") ? IconFileDownload : icons[kind];
  return (
    <span className={classes.icon}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </span>
  );
}

interface TargetProps {
  notification: Notification;
  onOpen: () => void;
  children: ReactNode;
}

/** Where it leads: to what it is about, or to the list of several. */
function Target({ notification: { kind, count, subject }, onOpen, children }: TargetProps) {
  const { id, type } = subject;
  const shared = { className: classes.target, onClick: onOpen };
  if (id.startsWith("cnv_"))
    return kind === "assignment" && count > 1 ? (
      <Link {...shared} to="/inbox" search={{ tab: "mine" }}>
        {children}
      </Link>
    ) : (
      <Link {...shared} to="/inbox/$conversation" params={{ conversation: id }}>
        {children}
      </Link>
    );
  if (id.startsWith("imp_"))
    return (
      <Link {...shared} to="/records/import" search={{ id }}>
        {children}
      </Link>
    );
  if (id.startsWith("key_"))
    return (
      <Link {...shared} to="/profile/api">
        {children}
      </Link>
    );
  if (!type) return <span className={classes.target}>{children}</span>;
  if (id.startsWith("rec_") && count === 1)
    return (
      <Link {...shared} to="/records/$type/$id" params={{ type, id }}>
        {children}
      </Link>
    );
  const filter = kind === "due" ? "is:open owner:@me" : "owner:@me";
  return (
    <Link {...shared} to="/records/$type" params={{ type }} search={id.startsWith("rec_") ? { filter } : {}}>
      {children}
    </Link>
  );
}
