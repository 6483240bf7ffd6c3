import { Button, Checkbox } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useFieldErrors } from "../../../form.ts";
import { useWrite } from "../../../calls.ts";
import type { ShownRecord } from "../../../manifest.ts";
import { DialogBody, DialogFoot } from "../../../ui/dialog.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { useKeys } from "../../../ui/keyboard.ts";
import { Notice } from "../../../ui/states.tsx";
import { useToast } from "../../../ui/toast.tsx";
import type { Values } from "../../fields/index.ts";
import { refreshRecords, useUndo } from "../../records/index.ts";
import { useType } from "../../types/index.ts";
import type { Preview } from "./preview.ts";
import { DealFields, startingDeal } from "./deal-fields.tsx";
import { type Chosen, NEW, NONE, TargetChoices } from "./target-choices.tsx";
import classes from "./convert.module.css";

interface ConvertFormProps {
  record: ShownRecord;
  preview: Preview;
  onDone: () => void;
}

export function ConvertForm({ record, preview, onDone }: ConvertFormProps) {
  const dealType = useType("deal");
  const [contact, setContact] = useState<Chosen>(preview.contact.chosen ?? NEW);
  const [organization, setOrganization] = useState<Chosen>(startWith(preview.organization));
  const [deal, setDeal] = useState<Values>(() => (dealType ? startingDeal(dealType, preview) : {}));
  const [isWithoutDeal, setWithoutDeal] = useState(!preview.deal.is_available);
  const convert = useConvert(record, onDone);
  const { errors, failure } = useFieldErrors(convert.error, { contact, organization, deal: { values: deal } });
  const send = (values = deal) =>
    convert.mutate({
      id: record.id,
      contact: { id: contact === NEW ? null : contact },
      organization: organization === NONE || !preview.organization.is_available ? null : { id: organization === NEW ? null : organization },
      deal: isWithoutDeal ? null : { values: filled(values) },
    });
  useKeys({ "mod enter": () => send() }, { inDialog: true });
  const unshown = Object.entries(errors).find(([pointer]) => !pointer.startsWith("deal/values/"))?.[1];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      noValidate
    >
      <DialogBody>
        <p className="k-muted">
          {preview.contact.choices.length + preview.organization.choices.length > 0
            ? "Kith found people and organizations that look the same. Nothing is changed before you press Convert."
            : "Kith found nobody with this email or phone. Nothing is changed before you press Convert."}
        </p>
        {(failure ?? unshown) && <Notice tone="bad">{failure ?? unshown}</Notice>}
        <TargetChoices what="contact" label="Contact" target={preview.contact} chosen={contact} onChoose={setContact} isFirst />
        {preview.organization.is_available && (
          <TargetChoices
            what="organization"
            label="Organization"
            target={preview.organization}
            chosen={organization}
            onChoose={setOrganization}
            canBeNone
          />
        )}
        {dealType && preview.deal.is_available && (
          <fieldset className={classes.part} aria-label="Deal">
            {!isWithoutDeal && (
              <DealFields
                type={dealType}
                values={deal}
                onChange={(key, value) => setDeal((before) => ({ ...before, [key]: value }))}
                onEnter={(key, value) => send({ ...deal, [key]: value })}
                errors={errors}
              />
            )}
            <Checkbox
              label="Without a deal for now"
              checked={isWithoutDeal}
              onChange={(event) => setWithoutDeal(event.currentTarget.checked)}
            />
          </fieldset>
        )}
      </DialogBody>
      <DialogFoot tip="Source, touches, consent and timeline stay with the lead. One undo takes all of it back.">
        <Button size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button size="sm" variant="filled" type="submit" loading={convert.isPending} rightSection={<Kbd keys="mod ↵" onInk />}>
          Convert
        </Button>
      </DialogFoot>
    </form>
  );
}

/** What is chosen before anybody chooses: what is known, else a new one, else none. */
const startWith = ({ chosen, name }: Preview["organization"]): Chosen => chosen ?? (name === null ? NONE : NEW);

const filled = (values: Values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

function useConvert(record: ShownRecord, onDone: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const undo = useUndo();
  return useWrite("leads.convert", {
    showsError: false,
    async onDone({ contact, deal, operation_id: operationId }) {
      onDone();
      const [type, made] = deal ? (["deal", deal] as const) : (["contact", contact] as const);
      toast({
        text: `“${record.title}” converted.`,
        undo: () => undo([operationId]),
        ...(made
          ? {
              action: {
                label: `Open ${type}`,
                keys: "o",
                run: () => void navigate({ to: "/records/$type/$id", params: { type, id: made.id } }),
              },
            }
          : {}),
      });
      await refreshRecords(client);
    },
  });
}
