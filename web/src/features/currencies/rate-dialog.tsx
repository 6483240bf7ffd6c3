import { CURRENCIES, readNumber } from "@kith/filter/values";
import type { OutputOf } from "@kith/server/contract";
import { Button, Select, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useWrite } from "../../calls.ts";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { amountText, formats, numberText } from "../../ui/formats.ts";
import { Notice } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";

export type Rate = OutputOf<"currencies.list">["items"][number];

interface RateDialogProps {
  /** The rate to change; none to add a currency. */
  rate: Rate | undefined;
  /** Currencies that have a rate already. */
  known: string[];
  onClose: () => void;
}

const names = new Intl.DisplayNames("en", { type: "currency" });

/** Adds a currency with its rate, or changes the rate. The rate is typed as the company writes numbers. */
export function RateDialog({ rate, known, onClose }: RateDialogProps) {
  const own = formats().currency;
  const toast = useToast();
  const offered = CURRENCIES.filter((code) => code !== own && !known.includes(code));
  const [currency, setCurrency] = useState(rate?.currency ?? offered.find((code) => code === "USD" || code === "EUR") ?? null);
  const [text, setText] = useState(rate ? numberText(rate.rate) : "");
  const [error, setError] = useState<string>();
  const write = useWrite("currencies.set", {
    refresh: ["currencies.list"],
    showsError: false,
    onDone: () => {
      toast({ text: rate ? "Rate changed. Amounts are converted again." : `${currency ?? ""} added.` });
      onClose();
    },
  });
  const read = text.trim() === "" ? { problem: "Enter a rate, such as 0.92." } : readNumber(text, formats().number);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!("value" in read)) return setError(read.problem);
    if (currency) write.mutate({ currency, rate: read.value });
  };
  return (
    <Dialog title={rate ? `Rate of ${rate.currency}` : "Add a currency"} opened onClose={onClose} width={400}>
      <form onSubmit={save} noValidate>
        <DialogBody>
          <div style={{ display: "grid", gap: 16 }}>
            {write.error && <Notice tone="bad">{write.error.message}</Notice>}
            {!rate && (
              <Select
                label="Currency"
                searchable
                allowDeselect={false}
                data={offered.map((value) => ({ value, label: `${value} – ${names.of(value) ?? value}` }))}
                value={currency}
                onChange={setCurrency}
              />
            )}
            <TextInput
              label={`What is 1 ${currency ?? ""} worth in ${own}?`}
              inputMode="decimal"
              data-autofocus
              value={text}
              error={error}
              onChange={(event) => {
                setText(event.currentTarget.value);
                setError(undefined);
              }}
            />
            {currency && "value" in read && (
              <p className="k-tip" aria-live="polite">
                {amountText(100, currency)} is {amountText(Number(read.value) * 100, own)}
              </p>
            )}
          </div>
        </DialogBody>
        <DialogFoot>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="filled" size="sm" loading={write.isPending}>
            {rate ? "Save" : "Add"}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
