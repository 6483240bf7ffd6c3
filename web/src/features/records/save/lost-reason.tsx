import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from "react";
import { isBlank, type Values } from "../../fields/index.ts";
import { type Field, fieldOf, type FieldOption, optionOf, type RecordType } from "../../types/index.ts";
import type { LossQuestion } from "./loss-question.ts";

const LostDialog = lazy(async () => ({ default: (await import("./lost-dialog.tsx")).LostDialog }));

interface Loss {
  type: RecordType;
  /** What is lost: “Flow metering, north plant”, "3 deals". */
  what: string;
  /** What is about to be saved. */
  values: Values;
  /** What is known already. A reason that is there is not asked for again. */
  known: Values;
}

/** Goes on with the values, and with the reason where one was given. */
type GoOn = (values: Values) => void;

const Ask = createContext<(question: LossQuestion) => void>(() => {});

/** Goes on at once, or asks first why something is lost: when it moves to a lost stage, and its type has a field for the reason. */
export function useAskForReason(): (loss: Loss, goOn: GoOn) => void {
  const ask = useContext(Ask);
  return useCallback(
    ({ type, what, values, known }, goOn) => {
      const stage = lostStage(type, values);
      const field = reasonField(type);
      if (!stage || !field || field.key in values || !isBlank(known[field.key])) return goOn(values);
      return ask({ what, stage, field, onAnswer: (reason) => goOn(isBlank(reason) ? values : { ...values, [field.key]: reason }) });
    },
    [ask],
  );
}

function lostStage(type: RecordType, values: Values): FieldOption | undefined {
  const stage = fieldOf(type, type.stage_field);
  const option = stage && optionOf(stage, values[stage.key]);
  return option?.state === "lost" ? option : undefined;
}

/** Starting types have it by its key. A company that made the field itself has it by its label. */
export const reasonField = (type: RecordType): Field | undefined =>
  fieldOf(type, "lost_reason") ?? type.fields.find((field) => field.label.toLowerCase() === "lost reason" && !field.is_read_only);

export function LostReasonProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<LossQuestion>();
  return (
    <Ask value={setQuestion}>
      {children}
      {question && (
        <Suspense>
          <LostDialog question={question} onClose={() => setQuestion(undefined)} />
        </Suspense>
      )}
    </Ask>
  );
}
