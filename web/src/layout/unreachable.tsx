import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ErrorState } from "../ui/states.tsx";
import { Gate } from "./gate.tsx";

/** Shown when a page cannot even start: the service does not answer, or a new version replaced the files of this one. */
export function Unreachable({ error }: ErrorComponentProps) {
  const router = useRouter();
  const message = error instanceof Error ? error.message : String(error);
  const isOutdated = /dynamically imported module|module script/i.test(message);
  return (
    <Gate>
      {isOutdated ? (
        <ErrorState
          title="Kith has been updated"
          message="This page is from the version before. Load it again to go on."
          onRetry={() => window.location.reload()}
        />
      ) : (
        <ErrorState title="This page could not be loaded" message={message} onRetry={() => void router.invalidate()} />
      )}
    </Gate>
  );
}
