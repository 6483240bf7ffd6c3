import { useRows } from "../../calls.ts";
import { useIsAdmin } from "../../session.ts";
import { ButtonLink } from "../../ui/buttons.tsx";
import { EmptyState } from "../../ui/states.tsx";
import classes from "./inbox.module.css";

/** Nothing can come in yet, or leave. False until it is known. */
export const useHasNoChannel = () => useRows("channels.list", {}).data?.length === 0;

/** In place of the list and the conversation: there cannot be any yet. */
export function Welcome() {
  const isAdmin = useIsAdmin();
  return (
    <div className={classes.welcome}>
      <EmptyState
        title="No channel is connected"
        action={
          <ButtonLink to="/company/channels" search={{ add: true }} variant="filled">
            {isAdmin ? "Connect a channel" : "Connect your mailbox"}
          </ButtonLink>
        }
      >
        {isAdmin
          ? "Connect one and its conversations appear here within a minute."
          : "Emails to your own address appear here, and only you see them. An Admin connects shared addresses."}
      </EmptyState>
    </div>
  );
}
