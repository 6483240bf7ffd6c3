import type { OutputOf } from "@kith/server/contract";
import { LinkDialog } from "../../ui/link-dialog.tsx";

interface PasswordLinkProps {
  name: string;
  made: OutputOf<"passwords.link"> | undefined;
  onClose: () => void;
}

/** A link to set a new password, shown once, for the Admin to send. */
export function PasswordLink({ name, made, onClose }: PasswordLinkProps) {
  return (
    <LinkDialog title={`Password link for ${name}`} link={made?.link} expiresAt={made?.expires_at} onClose={onClose}>
      Copy this link and send it to {name}. Anyone who opens it can set the password and is then signed in as {name}. {name} is told that
      you created it.
    </LinkDialog>
  );
}
