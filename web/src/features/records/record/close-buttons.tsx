import { Button, Menu } from "@mantine/core";
import { IconBan, IconCheck } from "@tabler/icons-react";
import { recordPartsOf, useFeatures } from "../../../manifest.ts";
import type { CrmRecord } from "../../fields/index.ts";
import { fieldOf, type FieldOption, offered, optionOf, type RecordType } from "../../types/index.ts";
import { useSaveRecord } from "../save/save-record.ts";

interface CloseProps {
  type: RecordType;
  record: CrmRecord;
}

/** The stages that end the work on a record which is still open, each with the way there. */
function useEnds({ type, record }: CloseProps): Record<"won" | "lost", { option: FieldOption; mark: () => void } | undefined> {
  const save = useSaveRecord();
  const field = fieldOf(type, type.stage_field);
  // What is lost is opened again by a stage first: winning it is not the next thing to do.
  const isOver = field && ["won", "lost"].includes(optionOf(field, record.values[field.key])?.state ?? "");
  const endIn = (state: "won" | "lost") => {
    const option = field && offered(field).find((one) => one.state === state);
    return field && option && !isOver && !record.deleted_at ? { option, mark: () => save(record, { [field.key]: option.key }) } : undefined;
  };
  return { won: endIn("won"), lost: endIn("lost") };
}

const titleOf = ({ label }: FieldOption) => `Mark ${label.toLowerCase()}`;

/** On the page. A feature that adds an action knows a better next step: a lead is converted. */
export function CloseButtons({ type, record }: CloseProps) {
  const { won, lost } = useEnds({ type, record });
  const isElsewhere = recordPartsOf(useFeatures(), record.type, "actions").length > 0;
  if (isElsewhere) return null;
  return (
    <>
      {lost && (
        <Button onClick={lost.mark} className="k-desk">
          {titleOf(lost.option)}
        </Button>
      )}
      {won && (
        <Button variant="filled" leftSection={<IconCheck size={16} stroke={1.75} />} onClick={won.mark} className="k-desk">
          {titleOf(won.option)}
        </Button>
      )}
    </>
  );
}

/** In the menu, which is all there is on a phone. */
export function CloseItems({ type, record }: CloseProps) {
  const { won, lost } = useEnds({ type, record });
  return (
    <>
      {won && (
        <Menu.Item leftSection={<IconCheck size={16} stroke={1.75} />} onClick={won.mark}>
          {titleOf(won.option)}
        </Menu.Item>
      )}
      {lost && (
        <Menu.Item leftSection={<IconBan size={16} stroke={1.75} />} onClick={lost.mark}>
          {titleOf(lost.option)}
        </Menu.Item>
      )}
    </>
  );
}
