import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ErrorState } from "../ui/states.tsx";
import { Gate } from "./gate.tsx";

/** Shown when a page cannot start: the service does not answer, or an update replaced the files of this version. */
export function Unreachable({ error }: ErrorComponentProps) {
  const router = useRouter();
  const message = error instanceof Error ? error.message : String(error);
  const isOutdated = /dynamically imported module|module script/i.test(message);
  return (
    <Gate>
      {isOutdated ? (
        <ErrorState
          title="Kith has been updated"
          message="This page is from an older version. Reload it to continue."
          onRetry={() => window.location.reload()}
        />
      ) : (
        <ErrorState title="This page could not be loaded" message={message} onRetry={() => void router.invalidate()} />
      )}
    </Gate>
  );
}
