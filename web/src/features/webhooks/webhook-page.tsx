import { Button } from "@mantine/core";
import { IconHistory, IconPencil, IconPlayerPlay, IconSend } from "@tabler/icons-react";
import { linkOptions, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { useIsAdmin } from "../../session.ts";
import { ButtonLink } from "../../ui/buttons.tsx";
import { useClock } from "../../ui/clock.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Line, Lines, Page, Section } from "../../ui/page.tsx";
import { Notice } from "../../ui/states.tsx";
import { Coloured } from "../filters/index.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { clockText, dayText, isStopped, type Webhook } from "./health-text.ts";
import { DayBars, HealthWords, WebhookState } from "./health.tsx";
import { useWebhook } from "./read.ts";
import { ReplayDialog } from "./replay-dialog.tsx";
import { Replays } from "./replays.tsx";
import { TryNow } from "./try-now.tsx";
import { TurnOnDialog } from "./turn-on-dialog.tsx";
import { WebhookMenu } from "./webhook-menu.tsx";
import classes from "./webhooks.module.css";

export const PARENT = { title: "Webhooks", link: linkOptions({ to: "/company/webhooks" }) };

/** One webhook: how it is doing, what it sends, and everything it sent. */
export function WebhookPage() {
  const { webhook: id } = useParams({ from: "/company/webhooks/$webhook" });
  const query = useWebhook(id);
  const webhook = query.data;
  const isAdmin = useIsAdmin();
  return (
    <Page
      area="Company"
      parents={[PARENT]}
      title={webhook?.name ?? "Webhook"}
      isWide
      side={
        webhook && (
          <>
            <WebhookState webhook={webhook} />
            {isAdmin && <WebhookMenu webhook={webhook} />}
          </>
        )
      }
    >
      <Loaded query={query} what="The webhook">
        {(found) => <Whole webhook={found} isAdmin={isAdmin} />}
      </Loaded>
    </Page>
  );
}

function Whole({ webhook, isAdmin }: { webhook: Webhook; isAdmin: boolean }) {
  return (
    <>
      <Section title="Health" actions={isAdmin && <Actions webhook={webhook} />}>
        <Health webhook={webhook} />
        <Settings webhook={webhook} />
      </Section>
      <Replays webhook={webhook} />
      <DeliveryLog webhook={webhook} />
    </>
  );
}

const TONES = { on: "good", failing: "bad", down: "bad", paused: "neutral", off: "bad" } as const;

/** What becomes of events meanwhile. */
const WAITING = {
  on: "",
  failing: "Each message is tried 10 times over 75 hours.",
  down: "Each message is tried 10 times over 75 hours. New events wait.",
  paused: "Nothing is sent. Events wait until it is turned on.",
  off: "Nothing is sent. Events wait until it is turned on.",
};

function Health({ webhook }: { webhook: Webhook }) {
  const isQuiet = webhook.reason?.startsWith("by ") || (webhook.state === "on" && webhook.last_delivery_at === null);
  return (
    <div className={classes.notice}>
      <Notice tone={isQuiet ? "neutral" : TONES[webhook.state]}>
        <HealthWords webhook={webhook} />
        {WAITING[webhook.state] && ` ${WAITING[webhook.state]}`}
      </Notice>
    </div>
  );
}

function Actions({ webhook }: { webhook: Webhook }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<"on" | "replay">();
  const test = useWrite("webhooks.sendTest", {
    onDone: ({ event }) => navigate({ to: "/company/webhooks/$webhook/deliveries/$event", params: { webhook: webhook.id, event } }),
  });
  const isUnwell = webhook.state === "failing" || webhook.state === "down";
  const close = () => setAsked(undefined);
  return (
    <div className={classes.actions}>
      <ButtonLink
        to="/company/webhooks/$webhook/edit"
        params={{ webhook: webhook.id }}
        size="sm"
        leftSection={<IconPencil size={16} stroke={1.75} />}
      >
        Edit
      </ButtonLink>
      <Button size="sm" leftSection={<IconHistory size={16} stroke={1.75} />} onClick={() => setAsked("replay")}>
        Replay
      </Button>
      {isStopped(webhook) ? (
        <Button size="sm" variant="filled" leftSection={<IconPlayerPlay size={16} stroke={1.75} />} onClick={() => setAsked("on")}>
          Turn on
        </Button>
      ) : (
        <Button
          size="sm"
          variant={isUnwell ? "default" : "filled"}
          leftSection={<IconSend size={16} stroke={1.75} />}
          loading={test.isPending}
          onClick={() => test.mutate({ id: webhook.id })}
        >
          Send a test event
        </Button>
      )}
      {isUnwell && <TryNow webhook={webhook} />}
      {asked === "on" && <TurnOnDialog webhook={webhook} onClose={close} />}
      {asked === "replay" && <ReplayDialog webhook={webhook} onClose={close} />}
    </div>
  );
}

function Settings({ webhook }: { webhook: Webhook }) {
  const { now, zone } = useClock();
  const { url, event_types: types, filter, fields, headers, secret, public_key: key, owner, last_day: day } = webhook;
  return (
    <Lines>
      <Line label="URL">
        <span className={`k-mono ${classes.value}`}>{url}</span>
      </Line>
      <Line label="Events">
        <span className={`${types.length > 0 ? "k-mono" : ""} ${classes.value}`}>{types.join(", ") || "Every event"}</span>
      </Line>
      {filter && (
        <Line label="Filter">
          <span className={classes.value}>
            <Coloured text={filter} />
          </span>
        </Line>
      )}
      {fields.length > 0 && (
        <Line label="Fields">
          <span className={classes.value}>
            Only changes of <span className="k-mono">{fields.join(", ")}</span>
          </span>
        </Line>
      )}
      {headers.length > 0 && (
        <Line label="Headers">
          <span className={`k-mono ${classes.value}`}>{headers.join(", ")}</span>
        </Line>
      )}
      <Line label="Secret">
        <span className={classes.value}>
          <span className="k-mono">whsec_…{secret.last_four}</span>
          {secret.old_until && <span className="k-muted"> Old secret works until {clockText(new Date(secret.old_until), now, zone)}.</span>}
        </span>
      </Line>
      {key && (
        <Line label="Public key">
          <span className={`k-mono ${classes.value}`}>{key}</span>
        </Line>
      )}
      <Line label="Last 24 h">
        <span className={`${classes.value} ${classes.day}`}>
          <DayBars day={day} />
          <span className="k-muted">{dayText(day)}</span>
        </span>
      </Line>
      <Line label="Owner">
        <span className={classes.value}>{owner.name}</span>
      </Line>
    </Lines>
  );
}
