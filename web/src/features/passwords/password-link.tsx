import type { OutputOf } from "@kith/server/contract";
import { LinkDialog } from "../../ui/link-dialog.tsx";

interface PasswordLinkProps {
  name: string;
  made: OutputOf<"passwords.link"> | undefined;
  onClose: () => void;
}

/** A link to set a new password, shown once to the Admin who hands it over. */
export function PasswordLink({ name, made, onClose }: PasswordLinkProps) {
  return (
    <LinkDialog title={`Password link for ${name}`} link={made?.link} expiresAt={made?.expires_at} onClose={onClose}>
      Hand it to {name} yourself. Whoever opens it sets the password and is signed in as {name}.
    </LinkDialog>
  );
}
