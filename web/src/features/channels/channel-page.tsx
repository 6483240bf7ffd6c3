import { linkOptions, useParams } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@mantine/core";
import { read } from "../../calls.ts";
import { RelativeTime, useClock } from "../../ui/clock.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Line, Lines, Page, Section } from "../../ui/page.tsx";
import { Notice } from "../../ui/states.tsx";
import { ChannelMenu } from "./channel-menu.tsx";
import { State } from "./channels-page.tsx";
import classes from "./channels.module.css";
import { type Channel, clockText, countsText, countText, kindText } from "./health-text.ts";
import { FailedItems } from "./items.tsx";
import { Mend, MendSending, TryNow } from "./mend.tsx";
import { useChannel } from "./read.ts";
import { CallbackSection } from "./whatsapp-callback.tsx";

const PARENT = { title: "Channels", link: linkOptions({ to: "/company/channels" }) };

/** One channel: how it is doing, what it is, and what could not be taken. */
export function ChannelPage() {
  const { channel: id } = useParams({ from: "/company/channels/$channel" });
  const query = useChannel(id);
  const channel = query.data;
  return (
    <Page
      area="Company"
      parents={[PARENT]}
      title={channel?.name ?? "Channel"}
      isWide
      side={
        channel && (
          <>
            <State channel={channel} />
            <ChannelMenu channel={channel} />
          </>
        )
      }
    >
      <Loaded query={query} what="The channel">
        {(found) => <Whole channel={found} />}
      </Loaded>
    </Page>
  );
}

function Whole({ channel }: { channel: Channel }) {
  const isUnwell = channel.state === "failing" || channel.state === "needs_sign_in";
  const isMailbox = channel.kind === "email";
  return (
    <>
      <Section title="Health" actions={channel.kind !== "api" && channel.state === "ok" && <TryNow channel={channel} />}>
        {isUnwell && <Mend channel={channel} />}
        {channel.state !== "paused" && channel.state !== "needs_sign_in" && <MendSending channel={channel} />}
        {channel.state === "paused" && <Notice>Nothing is received or sent. What arrives meanwhile waits on the other side.</Notice>}
        <Figures channel={channel} />
        {isMailbox && <Session id={channel.id} />}
      </Section>
      {channel.kind === "whatsapp" && channel.can_change && <CallbackSection id={channel.id} />}
      {channel.can_read && <FailedItems channel={channel.id} />}
      <Section title="Settings">
        <Settings channel={channel} />
      </Section>
    </>
  );
}

function Figures({ channel }: { channel: Channel }) {
  const { now, zone } = useClock();
  const { compared_at: compared, last_connected_at: connected, last_received_at: received, last_sent_at: sent, waiting, failed } = channel;
  const counts = countsText(channel);
  return (
    <Lines>
      {counts && (
        <Line label="Emails">
          <span className={classes.value}>
            {counts}
            {compared && <span className="k-muted"> Compared at {clockText(new Date(compared), now, zone)}.</span>}
          </span>
        </Line>
      )}
      <Line label="Waiting">
        <span className={classes.value}>{waiting.count === 0 ? "Nothing" : countText(waiting)}</span>
      </Line>
      <Line label="Could not be taken">
        <span className={classes.value}>{failed.count === 0 ? "Nothing" : countText(failed)}</span>
      </Line>
      <Line label="Last received">
        <span className={classes.value}>{received ? <RelativeTime at={received} /> : "Nothing yet"}</span>
      </Line>
      <Line label="Last sent">
        <span className={classes.value}>{sent ? <RelativeTime at={sent} /> : "Nothing yet"}</span>
      </Line>
      {channel.kind === "email" && (
        <Line label="Last connection">
          <span className={classes.value}>{connected ? <RelativeTime at={connected} /> : "None yet"}</span>
        </Line>
      )}
    </Lines>
  );
}

const ACCESS = { everyone: "Every member", chosen: "", private: "Only its owner" };

function Settings({ channel }: { channel: Channel }) {
  const { access, members, owner, email, history_days: days } = channel;
  return (
    <Lines>
      <Line label="Kind">
        <span className={classes.value}>{kindText(channel)}</span>
      </Line>
      <Line label="Who sees it">
        <span className={classes.value}>
          {access === "chosen" ? members.map(({ name }) => name).join(", ") : ACCESS[access]}
          {access === "private" && owner && `, ${owner.name}`}
        </span>
      </Line>
      {email && (
        <Line label="Receiving">
          <span className={`k-mono ${classes.value}`}>{serverText(email.incoming)}</span>
        </Line>
      )}
      {email && (
        <Line label="Sending">
          <span className={`k-mono ${classes.value}`}>{serverText(email.outgoing)}</span>
        </Line>
      )}
      {email && (
        <Line label="Older emails">
          <span className={classes.value}>{days === 0 ? "Not read" : `${days} days`}</span>
        </Line>
      )}
      {channel.kind === "api" && (
        <Line label="Address for messages">
          <span className={`k-mono ${classes.value}`}>{`PUT /api/v1/channels/${channel.id}/inbound/{external_id}`}</span>
        </Line>
      )}
    </Lines>
  );
}

const serverText = ({ host, port, security }: NonNullable<Channel["email"]>["incoming"]) =>
  `${host}:${port}, ${security === "tls" ? "TLS" : "STARTTLS"}`;

/** The lines of the last connection, for whoever looks for the cause. */
function Session({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({ ...read("channels.session", { id }), enabled: isOpen });
  const lines = query.data?.lines ?? [];
  return (
    <div className={classes.session}>
      <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Hide the last session" : "Show the last session"}
      </Button>
      {isOpen && query.data && (
        <pre className={classes.lines} tabIndex={0} role="region" aria-label="Lines of the last session">
          {lines.length === 0 ? "There was no session yet." : lines.join("\n")}
        </pre>
      )}
    </div>
  );
}
