import { ActionIcon, Button } from "@mantine/core";
import { IconArrowUpRight, IconUserPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useWrite } from "../../calls.ts";
import { OutsideAvatar } from "../../ui/avatar.tsx";
import { RecordBrief, RecordParts, useRecord } from "../records/index.ts";
import { ContactConsent, StrangerConsent } from "./consent-fact.tsx";
import { LocalTimeFact } from "./local-time-fact.tsx";
import classes from "./person.module.css";
import { personOf } from "./names.ts";
import { OtherConversations } from "./other-conversations.tsx";
import { type Conversation, LISTS, type WholeConversation } from "./read.ts";

/** Who it is with: the contact with what is known of them, and what was written before. */
export function Person({ conversation }: { conversation: WholeConversation }) {
  const { contact, from, records } = conversation;
  const name = personOf(conversation);
  return (
    <div className={classes.person}>
      <header className={classes.head}>
        <OutsideAvatar name={name} size={40} />
        <div className={classes.names}>
          <h2 className={`${classes.name} k-truncate`}>{name}</h2>
          {contact ? <Position id={contact.id} address={from?.address} /> : from && <p className="k-truncate k-muted">{from.address}</p>}
        </div>
        {contact && (
          <ActionIcon
            aria-label={`Open ${contact.title}`}
            renderRoot={(props) => <Link to="/records/$type/$id" params={{ type: contact.type, id: contact.id }} {...props} />}
          >
            <IconArrowUpRight size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </header>
      {contact ? (
        <RecordBrief
          id={contact.id}
          except={ELSEWHERE}
          more={
            <>
              <LocalTimeFact id={contact.id} />
              <ContactConsent conversation={conversation} id={contact.id} />
            </>
          }
          key={contact.id}
        />
      ) : (
        <>
          <StrangerConsent conversation={conversation} />
          <AddContact conversation={conversation} />
        </>
      )}
      {records.length > 0 && (
        <section className={classes.block} aria-label="About">
          <h3 className={classes.title}>About</h3>
          {records.map(({ id, type, title }) => (
            <Link className={`${classes.line} k-truncate`} to="/records/$type/$id" params={{ type, id }} key={id}>
              {title}
            </Link>
          ))}
        </section>
      )}
      <OtherConversations conversation={conversation} />
      {contact && <Beside id={contact.id} />}
    </div>
  );
}

const POSITION = "job_title";
const ELSEWHERE = [POSITION];

/** What they do, or where that is not known, their address. */
function Position({ id, address = "" }: { id: string; address: string | undefined }) {
  const { record } = useRecord(id);
  const position = record?.values[POSITION];
  return <p className="k-truncate k-muted">{typeof position === "string" && position !== "" ? position : address}</p>;
}

function Beside({ id }: { id: string }) {
  const { record } = useRecord(id);
  return record ? <RecordParts record={record} place="beside" /> : null;
}

function AddContact({ conversation: { id } }: { conversation: Conversation }) {
  const add = useWrite("inbox.setContact", { refresh: LISTS });
  return (
    <div className={classes.unknown}>
      <p className="k-muted">They are not among your contacts yet.</p>
      <Button leftSection={<IconUserPlus size={16} stroke={1.75} />} loading={add.isPending} onClick={() => add.mutate({ id })}>
        Add contact
      </Button>
    </div>
  );
}
