import { IconNote } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRows } from "../../calls.ts";
import type { ShownRecord } from "../../manifest.ts";
import { LoadMore } from "../../ui/buttons.tsx";
import { RelativeTime } from "../../ui/clock.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { RecordSection } from "../records/index.ts";
import classes from "./record-messages.module.css";
import { writerOf } from "./names.ts";

/** What was written with a contact, or about a record, newest first. Nothing while nothing was. */
export function RecordMessages({ record: { id } }: { record: ShownRecord }) {
  const query = useRows("inbox.recordMessages", { id });
  if (query.data?.length === 0) return null;
  return (
    <Loaded query={query} what="The messages" skeleton={null}>
      {(messages) => (
        <RecordSection title="Messages">
          <ul className={classes.list}>
            {messages.map((message) => (
              <li key={message.id}>
                <Link className={classes.message} to="/inbox/$conversation" params={{ conversation: message.conversation }}>
                  <span className={classes.head}>
                    {message.direction === "note" && <IconNote size={12} stroke={1.75} aria-label="Note" role="img" />}
                    <b className="k-truncate">{writerOf(message)}</b>
                    <span className={classes.when}>
                      <RelativeTime at={message.at} />
                    </span>
                  </span>
                  <span className={classes.text}>{message.text.slice(0, message.quote_at ?? undefined) || message.subject}</span>
                </Link>
              </li>
            ))}
          </ul>
          <LoadMore query={query} />
        </RecordSection>
      )}
    </Loaded>
  );
}
