import { StatePill } from "../../ui/state-pill.tsx";
import { useClock } from "../../ui/clock.tsx";
import { wholeText } from "../../ui/formats.ts";
import { type Delivery, healthText, lastDay, type Webhook } from "./health-text.ts";
import classes from "./webhooks.module.css";

/** The state of a webhook in one word. */
export function WebhookState({ webhook: { state, reason, last_delivery_at: last } }: { webhook: Webhook }) {
  if (state === "on") return last ? <StatePill tone="good">Working</StatePill> : <StatePill>No event yet</StatePill>;
  if (state === "failing") return <StatePill tone="soon">Failing</StatePill>;
  if (state === "down") return <StatePill tone="bad">Down</StatePill>;
  if (state === "paused") return <StatePill>Paused</StatePill>;
  return reason?.startsWith("by ") ? <StatePill>Off</StatePill> : <StatePill tone="bad">Turned off</StatePill>;
}

export function HealthWords({ webhook }: { webhook: Webhook }) {
  const { now, zone } = useClock();
  return healthText(webhook, now, zone);
}

const MAX_ATTEMPTS = 10;

type Sent = Pick<Delivery, "state" | "is_test"> & { attempts: number };

/** The state of a delivery: "Retrying, 4 of 10". */
export function DeliveryState({ delivery: { state, attempts } }: { delivery: Sent }) {
  if (state === "delivered") return <StatePill tone="good">Delivered</StatePill>;
  if (state === "failed") return <StatePill tone="bad">Given up</StatePill>;
  if (state === "waiting") return <StatePill>Waiting</StatePill>;
  return <StatePill tone="soon">{attempts > 0 ? `Retrying, ${attempts} of ${MAX_ATTEMPTS}` : "Retrying"}</StatePill>;
}

const HEIGHT = 20;

/** A bar for each of the last 24 hours; failed tries stand in red on top. */
export function DayBars({ day }: { day: Webhook["last_day"] }) {
  const { now } = useClock();
  const hours = lastDay(day, now);
  const most = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed));
  const height = (count: number) => (count === 0 ? 0 : Math.max(2, Math.round((count / most) * HEIGHT)));
  const text = `Last 24 hours: ${wholeText(day.delivered)} delivered, ${wholeText(day.failed)} failed tries`;
  return (
    <span className={classes.bars} role="img" aria-label={text} title={text}>
      {hours.map(({ delivered, failed }, at) => (
        // Hours have no name of their own: their place is what they are.
        // oxlint-disable-next-line react/no-array-index-key
        <span className={classes.hour} key={at}>
          <span className={classes.failed} style={{ height: height(failed) }} />
          <span className={classes.delivered} style={{ height: height(delivered) }} />
        </span>
      ))}
    </span>
  );
}
