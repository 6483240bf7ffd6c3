import { ActionIcon, Button, Menu, TextInput } from "@mantine/core";
import { IconDots, IconPlus, IconPower, IconRefresh, IconTrash } from "@tabler/icons-react";
import type { OutputOf } from "@kith/server/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useWrite } from "../../../calls.ts";
import { useIsAdmin } from "../../../session.ts";
import { RelativeTime } from "../../../ui/clock.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../../ui/dialog.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Section } from "../../../ui/page.tsx";
import { StatePill } from "../../../ui/state-pill.tsx";
import { Notice } from "../../../ui/states.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { ShownOnce } from "../shown-once.tsx";

type Code = OutputOf<"leadSending.listCodes">["items"][number];

const columns: Column<Code>[] = [
  { title: "Used by", cell: ({ name }) => name, isName: true },
  { title: "Code", width: 110, cell: ({ last_four: four }) => <span className="k-mono">…{four}</span> },
  { title: "Last used", width: 130, cell: ({ last_used_at: at }) => (at ? <RelativeTime at={at} /> : "Never") },
  { title: "State", width: 110, cell: (code) => <State code={code} /> },
];

const State = ({ code: { is_on: isOn } }: { code: Code }) => <StatePill tone={isOn ? "good" : "neutral"}>{isOn ? "On" : "Off"}</StatePill>;

/** Codes by which other companies on this service send leads here. */
export function Codes() {
  const isAdmin = useIsAdmin();
  const query = useQuery(read("leadSending.listCodes", {}));
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState<{ name: string; code: string }>();
  return (
    <Section
      title="Codes for other companies"
      lead="With a code of yours, another company on this service can send leads here. Give each company its own."
      actions={
        isAdmin && (
          <Button size="sm" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setMaking(true)}>
            Make a code
          </Button>
        )
      }
    >
      <Loaded query={query} what="The codes">
        {({ items }) =>
          items.length === 0 ? (
            <p className="k-muted">No codes yet. Other companies cannot send leads here.</p>
          ) : (
            <DataTable
              label="Codes"
              rows={items}
              rowId={(code) => code.id}
              rowName={(code) => code.name}
              columns={columns}
              phone={(code) => ({ title: code.name, side: <State code={code} />, detail: `…${code.last_four}` })}
              {...(isAdmin ? { more: (code: Code) => <CodeMenu code={code} onCode={setShown} /> } : {})}
            />
          )
        }
      </Loaded>
      {isMaking && (
        <NewCode
          onClose={() => setMaking(false)}
          onCode={(made) => {
            setMaking(false);
            setShown(made);
          }}
        />
      )}
      {shown && (
        <ShownOnce title={`Code for “${shown.name}”`} what="code" text={shown.code} onClose={() => setShown(undefined)}>
          The other company enters it as a destination. It can send leads here, and nothing else.
        </ShownOnce>
      )}
    </Section>
  );
}

const REFRESHED: "leadSending.listCodes"[] = ["leadSending.listCodes"];

interface MadeCode {
  name: string;
  code: string;
}

function NewCode({ onClose, onCode }: { onClose: () => void; onCode: (made: MadeCode) => void }) {
  const [name, setName] = useState("");
  const write = useWrite("leadSending.createCode", {
    showsError: false,
    refresh: REFRESHED,
    onDone: ({ lead_code: made, code }) => onCode({ name: made.name, code }),
  });
  return (
    <Dialog title="Make a code" opened onClose={onClose} width={400}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          write.mutate({ name });
        }}
      >
        <DialogBody>
          {write.error && <Notice tone="bad">{write.error.message}</Notice>}
          <TextInput
            label="Which company uses it"
            placeholder="Atelier Mesures"
            autoComplete="off"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
        </DialogBody>
        <DialogFoot>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" variant="filled" type="submit" loading={write.isPending} disabled={name.trim() === ""}>
            Make a code
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function CodeMenu({ code: { id, name, is_on: isOn }, onCode }: { code: Code; onCode: (made: MadeCode) => void }) {
  const toast = useToast();
  const [asked, setAsked] = useState<"renew" | "delete">();
  const close = () => setAsked(undefined);
  const setState = useWrite("leadSending.setCodeState", {
    refresh: REFRESHED,
    onDone: (_, { is_on: now }) => toast({ text: now ? `The code for “${name}” is on.` : `The code for “${name}” is off.` }),
  });
  const renew = useWrite("leadSending.renewCode", {
    refresh: REFRESHED,
    onDone: ({ code }) => {
      close();
      onCode({ name, code });
    },
  });
  const remove = useWrite("leadSending.deleteCode", {
    refresh: REFRESHED,
    onDone: () => {
      close();
      toast({ text: `The code for “${name}” is deleted.` });
    },
  });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for the code for ${name}`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPower size={16} stroke={1.75} />} onClick={() => setState.mutate({ id, is_on: !isOn })}>
            {isOn ? "Turn off" : "Turn on"}
          </Menu.Item>
          <Menu.Item leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={() => setAsked("renew")}>
            Make a new code
          </Menu.Item>
          <Menu.Item className="k-danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => setAsked("delete")}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        title={`Make a new code for “${name}”?`}
        opened={asked === "renew"}
        onClose={close}
        confirm="Make a new code"
        keep="Cancel"
        isWorking={renew.isPending}
        onConfirm={() => renew.mutate({ id })}
      >
        <p className="k-muted">The old one stops working at once. Until they enter the new one, their leads are refused.</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={`Delete the code for “${name}”?`}
        opened={asked === "delete"}
        onClose={close}
        confirm="Delete code"
        isWorking={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      >
        <p className="k-muted">It stops working at once. Leads that came by it stay.</p>
      </ConfirmDialog>
    </>
  );
}
