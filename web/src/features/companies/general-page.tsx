import type { OutputOf } from "@kith/server/contract";
import * as companies from "@kith/server/features/companies/operations";
import { Button, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { AreaPage } from "../../layout/area-page.tsx";
import { read, useWrite } from "../../calls.ts";
import { useOperationForm } from "../../form.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { FormColumn, Section } from "../../ui/page.tsx";
import { FieldSkeleton, Notice } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useIsAdmin } from "../../session.ts";
import { FormatsForm } from "./formats-form.tsx";
import { SampleSection } from "../samples/index.ts";

export function GeneralPage() {
  const isAdmin = useIsAdmin();
  const query = useQuery(read("companies.get", {}));
  return (
    <AreaPage area="Company" title="General">
      <Section title="Company" lead="The name that all members see, and the time zone for all times.">
        <Loaded query={query} what="The company" skeleton={<FieldSkeleton fields={2} />}>
          {(company) => <CompanyForm company={company} isAdmin={isAdmin} key={company.id} />}
        </Loaded>
      </Section>
      <Section title="Formats" lead="How amounts, numbers and dates are written and read, for everyone here.">
        <Loaded query={query} what="The formats" skeleton={<FieldSkeleton fields={6} />}>
          {(company) => <FormatsForm company={company} isAdmin={isAdmin} key={JSON.stringify(company)} />}
        </Loaded>
      </Section>
      {isAdmin && <SampleSection />}
    </AreaPage>
  );
}

function CompanyForm({ company, isAdmin }: { company: OutputOf<"companies.get">; isAdmin: boolean }) {
  const toast = useToast();
  const undo = useWrite("companies.update", {
    refresh: ["companies.get", "members.me"],
    onDone: (back) => form.setValues({ name: back.name, time_zone: back.time_zone }),
  });
  const { form, submit, failure, isSending } = useOperationForm("companies.update", {
    schema: companies.update.input,
    initialValues: { name: company.name, time_zone: company.time_zone },
    toInput: (values) => values,
    refresh: ["companies.get", "members.me"],
    onDone: (saved) => {
      form.setValues({ name: saved.name, time_zone: saved.time_zone });
      form.resetDirty();
      toast({ text: "Company saved.", undo: () => undo.mutate({ name: company.name, time_zone: company.time_zone }) });
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <FormColumn>
        {failure && <Notice tone="bad">{failure}</Notice>}
        {!isAdmin && <Notice>Only an Admin can change these.</Notice>}
        <TextInput label="Name" disabled={!isAdmin} {...form.getInputProps("name")} />
        <Select label="Time zone" data={timeZones()} searchable disabled={!isAdmin} {...form.getInputProps("time_zone")} />
        {isAdmin && (
          <div>
            <Button type="submit" variant="filled" size="sm" loading={isSending} disabled={!form.isDirty()}>
              Save
            </Button>
          </div>
        )}
      </FormColumn>
    </form>
  );
}

const timeZones = () => [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];
