import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useRows } from "../../calls.ts";
import { AreaPage } from "../../layout/area-page.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { LoadMore } from "../../ui/buttons.tsx";
import { RelativeTime, useClock } from "../../ui/clock.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { StatePill } from "../../ui/state-pill.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { AddChannel } from "./add-channel.tsx";
import { AllChannels } from "./all-channels.tsx";
import { ChannelIcon } from "./channel-icon.tsx";
import { ChannelMenu } from "./channel-menu.tsx";
import classes from "./channels.module.css";
import { type Channel, detailOf, kindText, stateOf } from "./health-text.ts";
import { Mend } from "./mend.tsx";
import { POLL_MS } from "./read.ts";

const columns: Column<Channel>[] = [
  { title: "Channel", cell: (channel) => <NameAndKind channel={channel} />, isName: true },
  { title: "Who sees it", width: 150, cell: (channel) => <Who channel={channel} /> },
  { title: "Last received", width: 130, cell: ({ last_received_at: at }) => <When at={at} /> },
  { title: "Last sent", width: 130, cell: ({ last_sent_at: at }) => <When at={at} /> },
  { title: "Health", width: 230, wraps: true, cell: (channel) => <Health channel={channel} /> },
];

export function ChannelsPage() {
  return (
    <AreaPage area="Company" title="Channels" isWide>
      <Channels />
    </AreaPage>
  );
}

function Channels() {
  const query = useRows("channels.list", {}, { pollMs: POLL_MS });
  const { add: isAdding = false } = useSearch({ from: "/company/channels" });
  const navigate = useNavigate();
  const open = (add: boolean) => void navigate({ to: "/company/channels", search: add ? { add } : {}, replace: true });
  const add = (
    <Button variant="filled" size="sm" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => open(true)}>
      Add channel
    </Button>
  );
  const unwell = query.data?.filter((channel) => channel.can_change && channel.state === "needs_sign_in") ?? [];
  return (
    <>
      <Section
        title="Channels"
        lead="Where conversations come from and go out. Reading changes nothing in a mailbox."
        actions={query.data?.length === 0 ? undefined : add}
      >
        {unwell.map((channel) => (
          <Mend channel={channel} key={channel.id} withName />
        ))}
        <Loaded query={query} what="The channels">
          {(rows) => (rows.length === 0 ? <None action={add} /> : <Table rows={rows} />)}
        </Loaded>
        <LoadMore query={query} />
      </Section>
      {query.data && query.data.length > 0 && <AllChannels />}
      {isAdding && <AddChannel onClose={() => open(false)} />}
    </>
  );
}

function Table({ rows }: { rows: Channel[] }) {
  return (
    <DataTable
      label="Channels"
      rows={rows}
      rowId={(channel) => channel.id}
      rowName={(channel) => channel.name}
      columns={columns}
      phone={(channel) => ({
        title: <Name channel={channel} />,
        side: <State channel={channel} />,
        detail: (
          <span className={classes.onPhone}>
            <ChannelIcon kind={channel.kind} />
            <span className={classes.wrapping}>
              {kindText(channel)}
              <Detail channel={channel} before=", " />
            </span>
          </span>
        ),
      })}
      more={(channel) => <ChannelMenu channel={channel} />}
    />
  );
}

function None({ action }: { action: React.ReactNode }) {
  return (
    <EmptyState title="No channels yet" action={action}>
      Connect a mailbox, and its conversations appear in the inbox. Members can connect their own, which nobody else sees.
    </EmptyState>
  );
}

function Name({ channel: { id, name } }: { channel: Channel }) {
  return (
    <Link className={`${classes.name} k-truncate`} to="/company/channels/$channel" params={{ channel: id }}>
      {name}
    </Link>
  );
}

function NameAndKind({ channel }: { channel: Channel }) {
  return (
    <span className={classes.withIcon}>
      <ChannelIcon kind={channel.kind} size={16} />
      <span className={classes.two}>
        <Name channel={channel} />
        <span className={`${classes.second} k-truncate`} title={kindText(channel)}>
          {kindText(channel)}
        </span>
      </span>
    </span>
  );
}

const MAX_AVATARS = 5;

function Who({ channel: { access, members, owner } }: { channel: Channel }) {
  if (access === "everyone") return "everyone";
  const people = access === "private" && owner ? [owner] : members;
  return (
    <span className={classes.people} title={people.map(({ name }) => name).join(", ")}>
      {people.slice(0, MAX_AVATARS).map(({ id, name }) => (
        <Avatar id={id} name={name} key={id} />
      ))}
      {people.length > MAX_AVATARS && <span className={classes.second}>+{people.length - MAX_AVATARS}</span>}
    </span>
  );
}

const When = ({ at }: { at: string | null }) => (at ? <RelativeTime at={at} /> : "–");

export function State({ channel }: { channel: Channel }) {
  const { tone, word } = stateOf(channel);
  return <StatePill tone={tone}>{word}</StatePill>;
}

function Detail({ channel, before = "" }: { channel: Channel; before?: string }) {
  const { now, zone } = useClock();
  const text = detailOf(channel, now, zone);
  return text && `${before}${text}`;
}

function Health({ channel }: { channel: Channel }) {
  return (
    <span className={classes.state}>
      <State channel={channel} />
      <span className={classes.second}>
        <Detail channel={channel} />
      </span>
    </span>
  );
}
