import type { OutputOf } from "@kith/server/contract";
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read, useWrite } from "../../calls.ts";
import { AreaPage } from "../../layout/area-page.tsx";
import { useMe } from "../../session.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { Notice } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import classes from "./mail-page.module.css";

type Choices = OutputOf<"notifications.mailChoices">;
type Kind = keyof Choices["by_mail"];
type Time = Choices["by_mail"][Kind];

const KINDS: { kind: Kind; title: string; text: string }[] = [
  { kind: "mention", title: "Mentions", text: "Somebody mentions you in a note." },
  { kind: "assignment", title: "Assignments", text: "Somebody else, or a rule, assigns a record or conversation to you." },
  { kind: "reply", title: "Messages of customers", text: "A customer writes in a conversation of yours." },
  { kind: "due", title: "Due tasks", text: "Tasks of yours become due." },
  { kind: "finished", title: "Imports and exports", text: "An import or export of yours is over." },
  { kind: "key", title: "API keys", text: "A key of yours has read far more in a day than it usually does." },
];

const TIMES: { value: Time; label: string }[] = [
  { value: "now", label: "At once" },
  { value: "daily", label: "Once a day" },
  { value: "off", label: "No email" },
];
const labelOf = (time: Time) => TIMES.find(({ value }) => value === time)?.label ?? "";
const timeOf = (value: string | null) => TIMES.find((one) => one.value === value)?.value;

/** Which notifications also go by email, and when. */
export function NotificationMailPage() {
  const query = useQuery(read("notifications.mailChoices", {}));
  const zone = useMe().company.time_zone;
  return (
    <AreaPage area="Profile" title="Notifications">
      <Section
        title="Notifications by email"
        lead={`Every notification is behind the bell. Once a day means at 7:00 (${zone}), and only what you have not read.`}
      >
        <Loaded query={query} what="Your choices">
          {(choices) => <ChoiceList choices={choices} />}
        </Loaded>
      </Section>
    </AreaPage>
  );
}

function ChoiceList({ choices }: { choices: Choices }) {
  const { sends_mail: sendsMail, is_verified: isVerified, email } = choices;
  return (
    <>
      {!sendsMail && <Notice>This service sends no email. What you choose holds once it does.</Notice>}
      {sendsMail && !isVerified && <Notice>Verify {email} first: nothing is sent to an address that is not verified.</Notice>}
      <ul className={classes.list}>
        {KINDS.map((one) => (
          <li className={classes.row} key={one.kind}>
            <span className={classes.words}>
              <b>{one.title}</b>
              <span className="k-muted">{one.text}</span>
            </span>
            <TimeSelect kind={one.kind} title={one.title} time={choices.by_mail[one.kind]} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Saved at once. */
function TimeSelect({ kind, title, time }: { kind: Kind; title: string; time: Time }) {
  const toast = useToast();
  const refresh: "notifications.mailChoices"[] = ["notifications.mailChoices"];
  const undo = useWrite("notifications.chooseMail", { refresh });
  const save = useWrite("notifications.chooseMail", {
    refresh,
    onDone: (saved) =>
      toast({
        text: `${title}: ${labelOf(saved.by_mail[kind]).toLowerCase()}.`,
        undo: () => undo.mutate({ by_mail: { [kind]: time } }),
      }),
  });
  const shown = save.isPending ? (save.variables.by_mail[kind] ?? time) : time;
  return (
    <Select
      className={classes.time}
      aria-label={`${title}: by email`}
      data={TIMES}
      value={shown}
      allowDeselect={false}
      onChange={(value) => {
        const chosen = timeOf(value);
        if (chosen && chosen !== time) save.mutate({ by_mail: { [kind]: chosen } });
      }}
    />
  );
}
