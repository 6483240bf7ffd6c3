import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ButtonLink } from "../../../ui/buttons.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { TRASH } from "../../filters/index.ts";
import { FirstRun, useFirstRun } from "../../first-steps/index.ts";
import { manyOf, oneOf, type RecordType } from "../../types/index.ts";
import { ListState } from "../../records/index.ts";
import type { ListView } from "../../views/index.ts";
import { countText } from "../../fields/index.ts";
import { useTooNarrow } from "./use-too-narrow.ts";

/** Why there is nothing here, and the one thing that changes that. */
export function EmptyList({ type, view }: { type: RecordType; view: ListView }) {
  if (view.filter === "") return inState(<NoneYet type={type} />);
  return inState(view.filter === TRASH ? <NoTrash type={type} /> : <NoMatch type={type} view={view} />);
}

const inState = (children: ReactNode) => <ListState>{children}</ListState>;

function NoTrash({ type }: { type: RecordType }) {
  return (
    <EmptyState
      title="The trash is empty"
      action={
        <ButtonLink to="/records/$type" params={{ type: type.key }} search={{}}>
          Show {manyOf(type)}
        </ButtonLink>
      }
    >
      {type.label_plural} you delete stay here for 30 days.
    </EmptyState>
  );
}

function NoneYet({ type }: { type: RecordType }) {
  const navigate = useNavigate({ from: "/records/$type" });
  const { isBeginning } = useFirstRun();
  if (isBeginning) return <FirstRun />;
  return (
    <EmptyState
      title={`No ${manyOf(type)} yet`}
      action={
        <Button
          variant="filled"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => void navigate({ search: (before) => ({ ...before, create: true as const }) })}
        >
          New {oneOf(type)}
        </Button>
      }
    >
      {type.label_plural} you add or import appear here.
    </EmptyState>
  );
}

function NoMatch({ type, view }: { type: RecordType; view: ListView }) {
  const wider = useTooNarrow(type, view.filter);
  return (
    <EmptyState
      title={`No ${manyOf(type)} match this filter`}
      action={
        <>
          {wider && <Button onClick={() => view.set({ filter: wider.filter })}>Remove that condition</Button>}
          <Button variant={wider ? "subtle" : "default"} onClick={() => view.set({ filter: "" })}>
            Clear filter
          </Button>
        </>
      }
    >
      {wider ? (
        <>
          Without <code>{wider.condition}</code> there {wider.count.value === 1 ? "is" : "are"} {countText(wider.count)}.
        </>
      ) : (
        `No ${manyOf(type)} match these conditions.`
      )}
    </EmptyState>
  );
}
