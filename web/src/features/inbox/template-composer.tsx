import { Button, Select, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "@kith/server/contract";
import { read, readAgain, useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import classes from "./composer.module.css";
import type { Newest } from "./newest.ts";
import { type Conversation, CONVERSATION } from "./read.ts";
import own from "./whatsapp.module.css";

type Template = OutputOf<"channels.listWhatsAppTemplates">["items"][number];

interface TemplateComposerProps {
  conversation: Conversation;
  newest: Newest | undefined;
  /** Its channel sends nothing now. */
  isStopped: boolean;
}

const MINUTE_MS = 60_000;
const MAX_VALUE = 1_024;
const keyOf = ({ name, language }: Template) => `${name} ${language}`;

/** When they have not written for a day: WhatsApp takes only texts that Meta has approved, with values in their gaps. */
export function TemplateComposer({ conversation, newest, isStopped }: TemplateComposerProps) {
  const { data, error, isPending } = useQuery({
    ...read("channels.listWhatsAppTemplates", { id: conversation.channel.id }),
    staleTime: MINUTE_MS,
  });
  const [chosen, setChosen] = useState<string>();
  const templates = data?.items ?? [];
  const template = templates.find((one) => keyOf(one) === chosen);
  return (
    <div>
      <div className={own.fields}>
        <p className={own.why}>
          They last wrote more than 24 hours ago. Until they write again, WhatsApp takes only templates that Meta has approved.
        </p>
        <Select
          label="Template"
          placeholder={isPending ? "Loading" : templates.length === 0 ? "There are none" : "Choose a template"}
          data={templates.map((one) => ({ value: keyOf(one), label: `${one.name}, ${one.language}` }))}
          value={chosen ?? null}
          onChange={(key) => key && setChosen(key)}
          disabled={templates.length === 0}
          allowDeselect={false}
          comboboxProps={{ position: "top" }}
        />
        {data && templates.length === 0 && (
          <p className={own.why}>Add one in the WhatsApp Manager of Meta. It is here once it is approved.</p>
        )}
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error.message}
        </p>
      )}
      {template && (
        <Filling
          template={template}
          conversation={conversation}
          newest={newest}
          isStopped={isStopped}
          onSent={() => setChosen(undefined)}
          key={keyOf(template)}
        />
      )}
    </div>
  );
}

interface FillingProps extends TemplateComposerProps {
  template: Template;
  onSent: () => void;
}

function Filling({ template, conversation, newest, isStopped, onSent }: FillingProps) {
  const [values, setValues] = useState(() => template.parameters.map(() => ""));
  const { send, error, isSending } = useSendTemplate(conversation, newest, onSent);
  const canSend = values.every((value) => value.trim() !== "") && !isSending && !isStopped;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) send(template, values);
      }}
    >
      <div className={own.fields}>
        {template.parameters.map((name, at) => (
          <TextInput
            label={/^\d+$/.test(name) ? `Value ${name}` : name}
            value={values[at] ?? ""}
            onChange={(event) => setValues(values.with(at, event.currentTarget.value))}
            maxLength={MAX_VALUE}
            key={name}
          />
        ))}
        <p className={own.preview} aria-label="What they read" role="note">
          {filled(template, values)}
        </p>
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <div className={classes.bar}>
        <span className={classes.end}>
          <Button type="submit" variant="filled" loading={isSending} disabled={!canSend}>
            Send template
          </Button>
        </span>
      </div>
    </form>
  );
}

/** As they will read it. What has no value yet stays as it is. */
function filled({ text, parameters }: Template, values: string[]): string {
  const known = new Map(parameters.map((name, at) => [name, values[at]]));
  return text.replaceAll(/\{\{ ?(\w+) ?\}\}/g, (whole, name: string) => known.get(name) || whole);
}

function useSendTemplate({ id }: Conversation, newest: Newest | undefined, onSent: () => void) {
  const [toast, client] = [useToast(), useQueryClient()];
  const cancel = useWrite("inbox.cancelMessage", { refresh: CONVERSATION });
  const write = useWrite("inbox.writeMessage", { refresh: CONVERSATION, showsError: false });
  const send = (template: Template, values: string[]) => {
    const { name, language } = template;
    const seen = newest ? { seen: newest.id } : {};
    write.mutate(
      { conversation: id, text: filled(template, values), template: { name, language, values }, ...seen },
      {
        onSuccess: (message) => {
          onSent();
          toast({ text: "Sending in 10 s.", undo: () => cancel.mutate({ id: message.id }) });
        },
        // Somebody may have been faster: what they wrote may not be on the page yet.
        onError: () => void readAgain(client, CONVERSATION),
      },
    );
  };
  return { send, error: write.error?.message, isSending: write.isPending };
}
