import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { useMe } from "../session.ts";
import type { Versioned } from "./change.ts";
import { createOutbox, type Outbox, type OutboxState, type Sender } from "./outbox.ts";
import { browserStorage } from "./storage.ts";

const OutboxContext = createContext<Outbox | undefined>(undefined);

interface OutboxProviderProps<Thing extends Versioned> {
  /** Read once, at sign-in. */
  sender: Sender<Thing>;
  children: ReactNode;
}

/** The one outbox of a signed-in user: every edit goes through it. */
export function OutboxProvider<Thing extends Versioned>(props: OutboxProviderProps<Thing>) {
  const { user } = useMe();
  return <OutboxOf userId={user.id} key={user.id} {...props} />;
}

function OutboxOf<Thing extends Versioned>({ userId, sender, children }: OutboxProviderProps<Thing> & { userId: string }) {
  const [outbox] = useState(() => createOutbox({ storage: browserStorage(userId), ...sender }));
  useEffect(() => outbox.start(), [outbox]);
  return <OutboxContext value={outbox}>{children}</OutboxContext>;
}

const NOTHING: OutboxState = { changes: [], isWaiting: false };
const none = () => NOTHING;
const never = () => () => {};

/** Edits that are not saved yet: shown in place of the saved values. */
export function useOutboxState(): OutboxState {
  const outbox = useContext(OutboxContext);
  return useSyncExternalStore(outbox?.subscribe ?? never, outbox?.state ?? none);
}

export const useOutbox = () => useContext(OutboxContext);
