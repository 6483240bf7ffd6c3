import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { CopyIcon } from "../../ui/copy.tsx";
import classes from "./delivery.module.css";
import type { SentMessage } from "./read.ts";

/** What a message is about, and how a receiver checks it. */
export function DeliveryFacts({ delivery: { webhook, event, type, subject, is_test: isTest } }: { delivery: SentMessage }) {
  return (
    <section className={classes.right} aria-label="Delivery">
      <div className={classes.head}>
        <h2>Delivery</h2>
      </div>
      <dl className={classes.facts}>
        <Fact label="Event">
          <span className="k-mono">{type}</span>
        </Fact>
        <Fact label="About">
          <About text={isTest ? "A test event with made-up values" : (subject.name ?? subject.id)} />
        </Fact>
        <Fact label="Webhook">
          <Link className="k-truncate" title={webhook.name} to="/company/webhooks/$webhook" params={{ webhook: webhook.id }}>
            {webhook.name}
          </Link>
        </Fact>
        <Fact label="Id">
          <span className="k-mono k-truncate" title={event}>
            {event}
          </span>
          <CopyIcon text={event} label="Copy the id" />
        </Fact>
      </dl>
      <h2 className={classes.second}>Signature</h2>
      <p className="k-muted">
        HMAC-SHA256 with the secret of the webhook, over the headers <code>webhook-id</code> and <code>webhook-timestamp</code> and the body
        as it was sent, joined by dots. A receiver that gets the same <code>webhook-id</code> twice has the same event.
      </p>
    </section>
  );
}

function About({ text }: { text: string }) {
  return (
    <span className="k-truncate" title={text}>
      {text}
    </span>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
