import { ActionIcon } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useKeys } from "../../../ui/keyboard.ts";
import type { RecordType } from "../../types/index.ts";
import type { Place } from "../walk.ts";
import classes from "./record-head.module.css";

/** On to the record before and the next one, in the list one came from. */
export function WalkButtons({ type, place }: { type: RecordType; place: Place }) {
  const navigate = useNavigate();
  // Each step takes the place of the one before: Back leads to the list at once.
  const go = (id: string | undefined) => {
    if (id !== undefined) void navigate({ to: "/records/$type/$id", params: { type: type.key, id }, replace: true });
  };
  useKeys({ j: () => go(place.next), k: () => go(place.previous) });
  return (
    <span className={classes.walk}>
      <Step label="Previous record" keys="K" id={place.previous} onGo={go} icon={IconArrowUp} />
      <Step label="Next record" keys="J" id={place.next} onGo={go} icon={IconArrowDown} />
    </span>
  );
}

interface StepProps {
  label: string;
  keys: string;
  id: string | undefined;
  onGo: (id: string | undefined) => void;
  icon: typeof IconArrowUp;
}

function Step({ label, keys, id, onGo, icon: StepIcon }: StepProps) {
  return (
    <ActionIcon
      className={classes.step}
      aria-label={label}
      title={`${label} (${keys})`}
      // Not `disabled`: at the end of the list the focus stays where it is.
      aria-disabled={id === undefined}
      onClick={() => onGo(id)}
    >
      <StepIcon size={16} stroke={1.75} />
    </ActionIcon>
  );
}
