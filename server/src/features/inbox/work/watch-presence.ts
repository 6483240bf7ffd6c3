import { SECOND_MS, type Clock } from "../../../kernel/clock.ts";
import { statement, type Tx } from "../../../kernel/database.ts";

const LOOK_EVERY_MS = SECOND_MS;

/** Somebody with a live stream. */
export interface Watcher {
  companyId: string;
  userId: string;
  /** In a conversation that they have open, somebody came, went, or began to write. */
  onChange(): void;
}

export interface PresenceWatch {
  join(watcher: Watcher): void;
  leave(watcher: Watcher): void;
}

interface Needs {
  identity: Tx;
  clock: Clock;
  /** Called when looking begins to fail, not each time. */
  warn(error: unknown): void;
}

const PRESENT = statement(
  "inbox.present",
  `select conversation_id, user_id, doing from presence where company_id = any($1::uuid[]) and until > $2 order by conversation_id, user_id`,
);

interface Present {
  conversation_id: string;
  user_id: string;
  doing: string;
}

/** Who has a conversation open, and what they do there, as one text to compare. */
interface Room {
  users: string[];
  text: string;
}

/**
 * Tells people who share a conversation about each other: one query a second for all companies with listeners on this node, and none
 * without listeners. Only those who have the conversation open themselves are told, so nobody learns of one that they do not see.
 */
export function watchPresence({ identity, clock, warn }: Needs): PresenceWatch {
  const watchers = new Set<Watcher>();
  let rooms = new Map<string, Room>();
  let timer: NodeJS.Timeout | undefined;
  let [isLooking, isFailing] = [false, false];

  async function look(): Promise<void> {
    isLooking = true;
    try {
      const companies = [...new Set([...watchers].map(({ companyId }) => companyId))];
      const now = roomsOf(await identity.query<Present>(PRESENT, [companies, clock.now()]));
      tell(changedBetween(rooms, now));
      rooms = now;
      isFailing = false;
    } catch (error) {
      if (!isFailing) warn(error);
      isFailing = true;
    }
    isLooking = false;
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (watchers.size > 0) timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    else rooms = new Map();
  }

  function tell(users: Set<string>): void {
    for (const watcher of watchers) if (users.has(watcher.userId)) watcher.onChange();
  }

  return {
    join(watcher) {
      watchers.add(watcher);
      if (!isLooking && watchers.size === 1) schedule();
    },
    leave(watcher) {
      watchers.delete(watcher);
      if (!isLooking && watchers.size === 0) schedule();
    },
  };
}

function roomsOf(rows: Present[]): Map<string, Room> {
  const byConversation = Map.groupBy(rows, (row) => row.conversation_id);
  return new Map(
    Array.from(byConversation, ([id, people]) => [
      id,
      { users: people.map(({ user_id }) => user_id), text: people.map(({ user_id, doing }) => `${user_id} ${doing}`).join() },
    ]),
  );
}

/** Those who have a conversation open in which something changed, but not somebody who is there alone. */
function changedBetween(before: Map<string, Room>, now: Map<string, Room>): Set<string> {
  const users = new Set<string>();
  for (const id of new Set([...before.keys(), ...now.keys()])) {
    const [old, next] = [before.get(id), now.get(id)];
    if (old?.text === next?.text) continue;
    const all = new Set([...(old?.users ?? []), ...(next?.users ?? [])]);
    if (all.size > 1) for (const user of next?.users ?? []) users.add(user);
  }
  return users;
}
