import { ActionIcon, Button } from "@mantine/core";
import { IconChecks, IconMailCog } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRows, useWrite } from "../../calls.ts";
import { LoadMore } from "../../ui/buttons.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { NotificationRow } from "./notification-row.tsx";
import classes from "./notifications.module.css";
import { useUnread } from "./read.ts";

/** What happened to what is mine, the newest first. */
export function NotificationsPage() {
  const query = useRows("notifications.list", {});
  return (
    <Page title="Notifications" side={<PageActions />}>
      <Loaded query={query} what="Your notifications">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No notifications yet">
              Records and conversations that others assign to you, notes that mention you, replies of customers, due tasks and finished
              imports appear here.
            </EmptyState>
          ) : (
            <ul className={classes.list} aria-label="Notifications">
              {rows.map((one) => (
                <NotificationRow notification={one} key={one.id} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <LoadMore query={query} />
    </Page>
  );
}

function PageActions() {
  return (
    <>
      <MarkAll />
      <ActionIcon component={Link} to="/profile/notifications" aria-label="Choose emails" title="Choose emails">
        <IconMailCog size={16} stroke={1.75} />
      </ActionIcon>
    </>
  );
}

function MarkAll() {
  const unread = useUnread();
  const mark = useWrite("notifications.markRead", { refresh: ["notifications.list", "notifications.count"] });
  if (unread === 0) return null;
  return (
    <Button leftSection={<IconChecks size={16} stroke={1.75} />} loading={mark.isPending} onClick={() => mark.mutate({})}>
      Mark all as read
    </Button>
  );
}
