import { StatePill } from "../../../ui/state-pill.tsx";
import type { Delivery } from "../read.ts";

const STATES = {
  reserved: { tone: "soon", label: "Waiting" },
  sending: { tone: "soon", label: "Sending" },
  accepted: { tone: "good", label: "Accepted" },
  refused: { tone: "bad", label: "Refused" },
  timeout: { tone: "bad", label: "No answer" },
  unknown: { tone: "bad", label: "Unknown" },
  returned: { tone: "neutral", label: "Returned" },
} as const;

export function HopState({ delivery: { state } }: { delivery: Pick<Delivery, "state"> }) {
  const { tone, label } = STATES[state];
  return <StatePill tone={tone}>{label}</StatePill>;
}

export const stateLabel = (state: Delivery["state"]) => STATES[state].label;
