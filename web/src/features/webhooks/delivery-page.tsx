import { Button } from "@mantine/core";
import { IconPlayerStop, IconRefresh, IconTerminal2 } from "@tabler/icons-react";
import { linkOptions, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { useIsAdmin } from "../../session.ts";
import { CopyIcon, useCopy } from "../../ui/copy.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useKeys } from "../../ui/keyboard.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { StatePill } from "../../ui/state-pill.tsx";
import { useToast } from "../../ui/toast.tsx";
import { Attempts } from "./attempts.tsx";
import { curlOf } from "./curl.ts";
import { DeliveryFacts } from "./delivery-facts.tsx";
import classes from "./delivery.module.css";
import { attemptText, isTaken } from "./health-text.ts";
import { DeliveryState } from "./health.tsx";
import { HttpBlock, JsonText } from "./http-block.tsx";
import { type SentMessage, useDelivery } from "./read.ts";
import { VerifySignature } from "./verify.tsx";
import { PARENT } from "./webhook-page.tsx";

/** One message: every attempt, exactly what was sent, and what came back. */
export function DeliveryPage() {
  const { webhook: id, event } = useParams({ from: "/company/webhooks/$webhook/deliveries/$event" });
  const query = useDelivery(id, event);
  const delivery = query.data;
  const parent = {
    title: delivery?.webhook.name ?? "Webhook",
    link: linkOptions({ to: "/company/webhooks/$webhook", params: { webhook: id } }),
  };
  return (
    <Page
      area="Company"
      parents={[PARENT, parent]}
      title={delivery?.type ?? "Delivery"}
      isWide
      side={delivery && <DeliveryState delivery={{ ...delivery, attempts: delivery.attempts.length }} />}
    >
      <Loaded query={query} what="The delivery">
        {(found) => <Whole delivery={found} />}
      </Loaded>
    </Page>
  );
}

function Whole({ delivery }: { delivery: SentMessage }) {
  const isAdmin = useIsAdmin();
  const { attempts } = delivery;
  const [chosen, setChosen] = useState<number>();
  const at = chosen ?? attempts.length - 1;
  return (
    <>
      {isAdmin && <Actions delivery={delivery} />}
      <div className={classes.columns}>
        <Attempts delivery={delivery} chosen={at} onChoose={setChosen} />
        <div className={classes.middle}>
          <Answer attempt={attempts[at]} number={at + 1} />
          <Request delivery={delivery} />
          <VerifySignature />
        </div>
        <DeliveryFacts delivery={delivery} />
      </div>
    </>
  );
}

function Actions({ delivery: { webhook, event, state } }: { delivery: SentMessage }) {
  const toast = useToast();
  const refresh: ("webhooks.getDelivery" | "webhooks.listDeliveries")[] = ["webhooks.getDelivery", "webhooks.listDeliveries"];
  const resend = useWrite("webhooks.resend", { refresh, onDone: () => toast({ text: "Resent." }) });
  const stop = useWrite("webhooks.stopTrying", { refresh, onDone: () => toast({ text: "Stopped. It is not tried again." }) });
  const again = () => resend.mutate({ id: webhook.id, event });
  useKeys({ r: again });
  return (
    <div className={classes.actions}>
      <Button
        variant="filled"
        size="sm"
        leftSection={<IconRefresh size={16} stroke={1.75} />}
        rightSection={<Kbd keys="r" />}
        loading={resend.isPending}
        onClick={again}
      >
        Resend now
      </Button>
      {(state === "retrying" || state === "waiting") && (
        <Button
          size="sm"
          leftSection={<IconPlayerStop size={16} stroke={1.75} />}
          loading={stop.isPending}
          onClick={() => stop.mutate({ id: webhook.id, event })}
        >
          Stop trying
        </Button>
      )}
    </div>
  );
}

function Answer({ attempt, number }: { attempt: SentMessage["attempts"][number] | undefined; number: number }) {
  if (!attempt) return null;
  const { status, ms, answer } = attempt;
  return (
    <section aria-label="Answer">
      <div className={classes.head}>
        <h2>Answer</h2>
        <StatePill tone={isTaken(status) ? "good" : "bad"}>{attemptText(attempt)}</StatePill>
        <span className="k-faint">
          attempt {number}, {ms} ms
        </span>
        {answer && (
          <span className={classes.tools}>
            <CopyIcon text={answer} label="Copy the answer" />
          </span>
        )}
      </div>
      <HttpBlock label="What was answered">
        {answer ? <JsonText text={answer} label="Body of the answer" /> : <span className="k-faint">No body.</span>}
      </HttpBlock>
    </section>
  );
}

function Request({ delivery: { url, headers, body } }: { delivery: SentMessage }) {
  return (
    <section aria-label="Request">
      <div className={classes.head}>
        <h2>Request</h2>
        {body !== null && (
          <span className={classes.tools}>
            <CopyCurl command={curlOf({ url, headers, body })} />
            <CopyIcon text={body} label="Copy the body" />
          </span>
        )}
      </div>
      <HttpBlock
        label="What was sent"
        head={
          <>
            <b>POST</b> {url}
          </>
        }
        headers={headers}
      >
        {body === null ? (
          <span className="k-faint">Only Admins can see the body.</span>
        ) : (
          <JsonText text={body} label="Body of the request" />
        )}
      </HttpBlock>
      {body !== null && (
        <p className={`k-tip ${classes.tip}`}>
          {`${new TextEncoder().encode(body).length} bytes, the same in every attempt. The signature and your own headers are not shown.`}
        </p>
      )}
    </section>
  );
}

function CopyCurl({ command }: { command: string }) {
  const { state, copy } = useCopy(command);
  return (
    <Button variant="subtle" leftSection={<IconTerminal2 size={16} stroke={1.75} />} onClick={() => void copy()}>
      <span aria-live="polite">{{ ready: "Copy as curl", copied: "Copied", failed: "Not copied" }[state]}</span>
    </Button>
  );
}
