import type { OutputOf } from "@kith/server/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";
import { CopyIcon } from "../../ui/copy.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Line, Lines, Section } from "../../ui/page.tsx";
import classes from "./channels.module.css";

export type Callback = OutputOf<"channels.readWhatsAppCallback">;

/** What is entered in the Meta app, so that messages arrive. */
export function WhatsAppCallback({ callback: { url, verify_token: token } }: { callback: Callback }) {
  return (
    <>
      <p className="k-muted">Enter both in the Meta app, under WhatsApp, Configuration, and subscribe to the field messages.</p>
      <Lines>
        <Line label="Callback URL">
          <span className={`k-mono ${classes.value}`}>{url}</span>
          <CopyIcon text={url} label="Copy the callback URL" />
        </Line>
        <Line label="Verify token">
          <span className={`k-mono ${classes.value}`}>{token}</span>
          <CopyIcon text={token} label="Copy the verify token" />
        </Line>
      </Lines>
    </>
  );
}

/** The same on the page of a channel, for those who may change it. */
export function CallbackSection({ id }: { id: string }) {
  const query = useQuery(read("channels.readWhatsAppCallback", { id }));
  return (
    <Section title="Callback">
      <Loaded query={query} what="The callback">
        {(callback) => <WhatsAppCallback callback={callback} />}
      </Loaded>
    </Section>
  );
}
