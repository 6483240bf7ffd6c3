import { CURRENCIES, DATE_FORMATS, type Formats, LANGUAGES, NUMBER_FORMATS } from "@kith/filter/values";
import type { InputOf, OutputOf } from "@kith/server/contract";
import { Button, Checkbox, Select } from "@mantine/core";
import { useState } from "react";
import { ApiError } from "../../api.ts";
import { useWrite } from "../../calls.ts";
import { amountText, dayWithYear, longWeekdayText, withFormats } from "../../ui/formats.ts";
import { Notice } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { COUNTRIES } from "./countries.ts";
import classes from "./formats-form.module.css";

type Company = OutputOf<"companies.get">;
type Settings = Pick<Company, "currency" | "number_format" | "date_format" | "week_start" | "language" | "country">;

const settingsOf = ({ currency, number_format, date_format, week_start, language, country }: Company): Settings => ({
  currency,
  number_format,
  date_format,
  week_start,
  language,
  country,
});

/** Currency, numbers, dates and week of the company, with an example of what they look like. */
export function FormatsForm({ company, isAdmin }: { company: Company; isAdmin: boolean }) {
  const toast = useToast();
  const saved = settingsOf(company);
  const [chosen, setChosen] = useState(saved);
  const [isRelabelled, setRelabelled] = useState(false);
  const refresh: ("companies.get" | "members.me")[] = ["companies.get", "members.me"];
  const undo = useWrite("companies.update", { refresh });
  const write = useWrite("companies.update", {
    refresh,
    showsError: false,
    onDone: () => toast({ text: "Formats saved.", undo: () => undo.mutate({ ...saved, relabel_amounts: true }) }),
  });
  const choose = (change: Partial<Settings>) => setChosen((before) => ({ ...before, ...change }));
  const isChanged = JSON.stringify(chosen) !== JSON.stringify(saved);
  const asksForAmounts = write.error instanceof ApiError && write.error.code === "amounts_exist";
  const save = () => write.mutate({ ...chosen, relabel_amounts: isRelabelled } satisfies InputOf<"companies.update">);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className={classes.form}>
        {write.error && !asksForAmounts && <Notice tone="bad">{write.error.message}</Notice>}
        <p className={classes.example} aria-live="polite">
          Example: <b>{exampleText(chosen)}</b>
        </p>
        <div className={classes.fields}>
          <FormatFields chosen={chosen} choose={choose} isDisabled={!isAdmin} />
        </div>
        {asksForAmounts && (
          <Notice tone="bad">
            There are amounts in {saved.currency}. They are not converted.
            <Checkbox
              mt={8}
              label={`Keep the numbers and change their currency to ${chosen.currency}`}
              checked={isRelabelled}
              onChange={(event) => setRelabelled(event.currentTarget.checked)}
            />
          </Notice>
        )}
        {isAdmin && (
          <div>
            <Button type="submit" variant="filled" size="sm" loading={write.isPending} disabled={!isChanged}>
              Save formats
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}

interface FieldsProps {
  chosen: Settings;
  choose: (change: Partial<Settings>) => void;
  isDisabled: boolean;
}

function FormatFields({ chosen, choose, isDisabled }: FieldsProps) {
  const common = { allowDeselect: false, disabled: isDisabled, inputWrapperOrder: ORDER };
  return (
    <>
      <Select
        {...common}
        label="Currency"
        description="Used for amounts without a currency, and for all totals."
        searchable
        data={CURRENCY_NAMES}
        value={chosen.currency}
        onChange={(currency) => currency && choose({ currency })}
      />
      <Select
        {...common}
        label="Numbers"
        data={[...NUMBER_FORMATS]}
        value={chosen.number_format}
        onChange={(format) => choose({ number_format: one(NUMBER_FORMATS, format) })}
      />
      <Select
        {...common}
        label="Dates"
        data={DATE_FORMATS.map((value) => ({ value, label: DATE_LABELS[value] }))}
        value={chosen.date_format}
        onChange={(format) => choose({ date_format: one(DATE_FORMATS, format) })}
      />
      <Select
        {...common}
        label="Month and day names"
        data={LANGUAGES.map((value) => ({ value, label: languageNames.of(value) ?? value }))}
        value={chosen.language}
        onChange={(language) => choose({ language: one(LANGUAGES, language) })}
      />
      <Select
        {...common}
        label="Week starts on"
        data={WEEK_STARTS}
        value={String(chosen.week_start)}
        onChange={(day) => choose({ week_start: Number(day) as Settings["week_start"] })}
      />
      <Select
        {...common}
        label="Country"
        description="Used for phone numbers without a country code."
        searchable
        clearable
        data={COUNTRY_NAMES}
        value={chosen.country || null}
        onChange={(country) => choose({ country: country ?? "" })}
      />
    </>
  );
}

const exampleText = (settings: Settings) =>
  withFormats(
    formatsIn(settings),
    () => `${longWeekdayText(EXAMPLE_DAY)} ${dayWithYear(EXAMPLE_DAY)}, ${amountText("1234.5", settings.currency)}`,
  );

const EXAMPLE_DAY = "2026-11-20";

const formatsIn = (settings: Settings): Formats => ({
  currency: settings.currency,
  number: settings.number_format,
  date: settings.date_format,
  weekStart: settings.week_start,
  language: settings.language,
  country: settings.country,
});

const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

/** The option of a list that was chosen; a Select only knows that it is a text. */
const one = <Option extends string>(options: readonly Option[], chosen: string | null): Option =>
  options.find((option) => option === chosen) ?? (options[0] as Option);

const DATE_LABELS: Record<(typeof DATE_FORMATS)[number], string> = {
  day_month_year: "Day, month, year",
  month_day_year: "Month, day, year",
  year_month_day: "Year, month, day",
};
const WEEK_STARTS = [
  { value: "1", label: "Monday" },
  { value: "7", label: "Sunday" },
  { value: "6", label: "Saturday" },
];

// The names are words of the application, which is in English.
const languageNames = new Intl.DisplayNames("en", { type: "language" });
const countryNames = new Intl.DisplayNames("en", { type: "region" });
const currencyNames = new Intl.DisplayNames("en", { type: "currency" });
const CURRENCY_NAMES = CURRENCIES.map((value) => ({ value, label: `${value} – ${currencyNames.of(value) ?? value}` }));
const COUNTRY_NAMES = COUNTRIES.map((value) => ({ value, label: countryNames.of(value) ?? value })).toSorted((a, b) =>
  a.label.localeCompare(b.label),
);
