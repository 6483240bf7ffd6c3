import * as members from "@kith/server/features/members/operations";
import { Button, Select, TextInput, useMantineColorScheme } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { AreaPage } from "../../layout/area-page.tsx";
import { useWrite } from "../../calls.ts";
import { useOperationForm } from "../../form.ts";
import { FormColumn, Section } from "../../ui/page.tsx";
import { Notice } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { roleLabels, useMe, useSignOut } from "../../session.ts";

export function AccountPage() {
  return (
    <AreaPage area="Profile" title="Account">
      <NameForm />
      <ThisBrowser />
    </AreaPage>
  );
}

function NameForm() {
  const { user } = useMe();
  const toast = useToast();
  const undo = useWrite("members.rename", {
    refresh: ["members.me", "members.list"],
    onDone: (back) => form.setValues({ name: back.name }),
  });
  const { form, submit, failure, isSending } = useOperationForm("members.rename", {
    schema: members.rename.input,
    initialValues: { name: user.name },
    toInput: (values) => values,
    refresh: ["members.me", "members.list"],
    onDone: (saved) => {
      form.setValues({ name: saved.name });
      form.resetDirty();
      toast({ text: "Name saved.", undo: () => undo.mutate({ name: user.name }) });
    },
  });
  return (
    <Section title="You" lead="Your name is shown next to everything you and your keys do.">
      <form onSubmit={submit} noValidate>
        <FormColumn>
          {failure && <Notice tone="bad">{failure}</Notice>}
          <TextInput label="Name" autoComplete="name" {...form.getInputProps("name")} />
          <TextInput label="Email" value={user.email} disabled />
          <TextInput
            label="Role"
            value={roleLabels[user.role]}
            disabled
            description="An Admin can change it under Company → Members."
            inputWrapperOrder={["label", "input", "description"]}
          />
          <div>
            <Button type="submit" variant="filled" size="sm" loading={isSending} disabled={!form.isDirty()}>
              Save
            </Button>
          </div>
        </FormColumn>
      </form>
    </Section>
  );
}

const themes = [
  { value: "auto", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

function ThisBrowser() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (
    <Section title="This browser">
      <FormColumn>
        <Select
          label="Theme"
          data={themes}
          value={colorScheme}
          onChange={(value) => setColorScheme(value === "light" || value === "dark" ? value : "auto")}
        />
        <div>
          <Button size="sm" leftSection={<IconLogout size={16} stroke={1.75} />} onClick={signOut}>
            Sign out
          </Button>
        </div>
      </FormColumn>
    </Section>
  );
}
