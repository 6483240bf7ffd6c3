import { Button } from "@mantine/core";
import { IconGitBranch } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { ShownRecord } from "../../../manifest.ts";
import { Kbd } from "../../../ui/kbd.tsx";
import { useKeys } from "../../../ui/keyboard.ts";
import { useOfferCommands } from "../../../ui/page-commands.tsx";
import { isRelated, listOf } from "../../fields/index.ts";
import { fieldOf, optionOf, useType } from "../../types/index.ts";

const ConvertDialog = lazy(async () => ({ default: (await import("./convert-dialog.tsx")).ConvertDialog }));

/** On the page of a lead: makes a contact, an organization and a deal from it. */
export function ConvertButton({ record }: { record: ShownRecord }) {
  const [isOpen, setOpen] = useState(false);
  const canConvert = useCanConvert(record);
  const open = () => canConvert && setOpen(true);
  useKeys({ v: open });
  useOfferCommands(
    canConvert
      ? [{ group: "This lead", label: "Convert", also: "qualify contact organization deal", icon: IconGitBranch, keys: "v", run: open }]
      : [],
  );
  return (
    <>
      {canConvert && (
        <Button
          variant="filled"
          leftSection={<IconGitBranch size={16} stroke={1.75} />}
          rightSection={<Kbd keys="v" onInk />}
          onClick={open}
        >
          Convert
        </Button>
      )}
      {/* Stays when somebody else converts the lead meanwhile: it says what the lead became. */}
      {isOpen && (
        <Suspense>
          <ConvertDialog record={record} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** What is won and has its contact was converted. */
function useCanConvert(record: ShownRecord): boolean {
  const type = useType(record.type);
  const stage = type && fieldOf(type, type.stage_field);
  const isWon = stage && optionOf(stage, record.values[stage.key])?.state === "won";
  const hasContact = listOf(record.values["contact"]).some(isRelated);
  return record.deleted_at === null && !(isWon && hasContact);
}
