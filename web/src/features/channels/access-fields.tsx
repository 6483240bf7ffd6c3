import { MultiSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Choice, ChoiceSet } from "../../ui/choice.tsx";
import { everyone } from "../members/index.ts";
import type { Channel } from "./health-text.ts";

export interface AccessDraft {
  access: Channel["access"];
  members: string[];
}

interface AccessFieldsProps {
  draft: AccessDraft;
  onChange: (change: Partial<AccessDraft>) => void;
  /** Which of them can be chosen. */
  offered: readonly Channel["access"][];
  error?: string | undefined;
}

const WORDS: Record<Channel["access"], { title: string; text: string }> = {
  everyone: { title: "Everyone", text: "Every member of the company." },
  chosen: { title: "Chosen members", text: "Only the members you choose." },
  private: { title: "Only me", text: "Nobody else. You can share single conversations." },
};

/** Who sees the conversations of a channel. */
export function AccessFields({ draft, onChange, offered, error }: AccessFieldsProps) {
  const { data: people = [] } = useQuery(everyone);
  return (
    <>
      <ChoiceSet legend="Who sees its conversations" columns={2}>
        {offered.map((access) => (
          <Choice
            name="access"
            title={WORDS[access].title}
            isChosen={draft.access === access}
            onChoose={() => onChange({ access, ...(access === "chosen" ? {} : { members: [] }) })}
            key={access}
          >
            {WORDS[access].text}
          </Choice>
        ))}
      </ChoiceSet>
      {draft.access === "chosen" && (
        <MultiSelect
          label="Members"
          placeholder={draft.members.length === 0 ? "Choose members" : ""}
          data={people.filter(({ disabled_at: left }) => !left).map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.members}
          onChange={(members) => onChange({ members })}
          searchable
          hidePickedOptions
          nothingFoundMessage="No such member"
          error={error}
        />
      )}
    </>
  );
}
