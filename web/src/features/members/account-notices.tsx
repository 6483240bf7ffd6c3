import { Button } from "@mantine/core";
import { IconKey, IconMail } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { read, useWrite } from "../../calls.ts";
import { useMe } from "../../session.ts";
import { RelativeTime } from "../../ui/clock.tsx";
import classes from "./account-notices.module.css";

const FRESH_MS = 60_000;

/** Above every page: an address that is not verified, and a password link that someone else made. */
export function AccountNotices() {
  const { data } = useQuery({ ...read("members.notices", {}), staleTime: FRESH_MS });
  return (
    <>
      {data?.password_link && <LinkNotice link={data.password_link} />}
      {data?.verify_email && <VerifyNotice />}
    </>
  );
}

function VerifyNotice() {
  const { user } = useMe();
  const [isSent, setSent] = useState(false);
  const send = useWrite("members.sendVerification", { onDone: () => setSent(true) });
  return (
    <Line icon={<IconMail size={16} stroke={1.75} aria-hidden />}>
      <span>
        {isSent ? `We sent an email to ${user.email}. Open its link.` : `Verify ${user.email}: until then you cannot invite anyone.`}
      </span>
      <Button size="xs" loading={send.isPending} onClick={() => send.mutate({})}>
        {isSent ? "Send again" : "Send email"}
      </Button>
    </Line>
  );
}

function LinkNotice({ link }: { link: { by: string; made_at: string } }) {
  const hide = useWrite("passwords.hideLink", { refresh: ["members.notices"] });
  return (
    <Line icon={<IconKey size={16} stroke={1.75} aria-hidden />}>
      <span>
        {link.by} created a link to set your password, <RelativeTime at={link.made_at} />. If you did not ask for it,{" "}
        <Link to="/profile/security">change your password</Link>.
      </span>
      <Button size="xs" loading={hide.isPending} onClick={() => hide.mutate({})}>
        OK
      </Button>
    </Line>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.line} role="status">
      {icon}
      {children}
    </div>
  );
}
