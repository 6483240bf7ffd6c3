import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { ConfirmPassword, Declined } from "../../calls.ts";

// Rarely needed, so it is loaded when first used.
const PasswordQuestion = lazy(async () => ({ default: (await import("./password-question.tsx")).PasswordQuestion }));

interface Asking {
  resolve: () => void;
  reject: (reason: Declined) => void;
  isOpen: boolean;
}

/** Wraps the application and asks for the password when a sensitive step needs it again. */
export function PasswordGate({ children }: { children: ReactNode }) {
  const [asking, setAsking] = useState<Asking>();
  const ask = useCallback(() => new Promise<void>((resolve, reject) => setAsking({ resolve, reject, isOpen: true })), []);
  const close = () => setAsking((asked) => asked && { ...asked, isOpen: false });
  return (
    <ConfirmPassword value={ask}>
      {children}
      {asking && (
        <Suspense>
          <PasswordQuestion
            opened={asking.isOpen}
            onRight={() => {
              asking.resolve();
              close();
            }}
            onClose={() => {
              asking.reject(new Declined());
              close();
            }}
          />
        </Suspense>
      )}
    </ConfirmPassword>
  );
}
