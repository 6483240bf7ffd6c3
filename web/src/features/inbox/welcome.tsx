import { useRows } from "../../calls.ts";
import { useIsAdmin } from "../../session.ts";
import { ButtonLink } from "../../ui/buttons.tsx";
import { EmptyState } from "../../ui/states.tsx";

/** Nothing is open: because everything is answered, or because nothing can come in yet. */
export function Welcome() {
  const { data: channels } = useRows("channels.list", {});
  const isAdmin = useIsAdmin();
  if (channels?.length !== 0)
    return <EmptyState title="Everything is answered">New messages appear here, those that are due first.</EmptyState>;
  return (
    <EmptyState
      title="No channel is connected yet"
      action={
        <ButtonLink to="/company/channels" variant="filled">
          Open Channels
        </ButtonLink>
      }
    >
      {isAdmin
        ? "Messages to a shared address, such as sales@, appear here for the whole team once you add a channel."
        : "Emails to your own address appear here, and only you see them. An Admin connects shared addresses."}
    </EmptyState>
  );
}
