import type { LogPosition } from "../../../platform/log-reader/position.ts";
import type { AttemptRow } from "../delivery-store.ts";
import type { DeliveryState } from "../store.ts";
import type { Health } from "./health.ts";

/** A message that is to be sent, or has to wait for another one of its record. */
export interface Message {
  eventId: string;
  type: string;
  at: Date;
  subjectType: string;
  subjectId: string;
  subjectName: string | null;
  /** Its place in the log. */
  writtenIn: string;
  place: string;
  body: string;
  /** The request that its event is of. One that has a row does not know it: its further attempts are traces of their own. */
  requestId: string | null;
  /** How often it was tried. */
  attemptCount: number;
  /** From the log; otherwise it has a row already. */
  isNew: boolean;
  /** Somebody asked for it: it waits for no other message. */
  isAsked: boolean;
  isOvertaken: boolean;
  /** An earlier message of its record is not delivered yet. */
  isHeld: boolean;
  /** Its attempt is not due: it is sent to see whether the endpoint is back, and only that it was delivered is written down. */
  isProbe: boolean;
}

/** What a worker sends to one endpoint in one go. */
export interface Batch {
  url: string;
  headers: Record<string, string>;
  secrets: string[];
  signingKey: string | undefined;
  health: Health;
  /** First the queued ones, which have a row, then new ones in the order of the log. */
  messages: Message[];
  /** Its place as it is written down. */
  from: LogPosition;
  position: LogPosition;
  /** Where it is once all messages are dealt with. */
  after: LogPosition;
  /** The end of the window that was read. */
  upto: string;
  hasMore: boolean;
  /** Whatever could be sent next waits for an earlier message of its record. */
  isBlocked: boolean;
  /** Events were read, and where the next one that is wanted lies is not known yet. */
  hasPassed: boolean;
}

/** A message's row after the batch. */
export interface RecordedMessage extends Omit<Message, "requestId" | "isNew" | "isAsked" | "isHeld" | "isProbe" | "attemptCount"> {
  state: DeliveryState;
  nextAt: Date | null;
  attempt: AttemptRow | null;
}

export interface BatchResult {
  messages: RecordedMessage[];
  /** The events of its new messages, sent or not: their bodies need not be kept any longer. */
  read: string[];
  position: LogPosition;
  health: Health;
  /** Records whose later messages have to wait, and those whose later messages wait no longer. */
  holding: string[];
  released: string[];
  /** The log holds nothing more, and every message was reached. */
  isDone: boolean;
  /** A message was dealt with, or the place is another one than before. */
  hasMoved: boolean;
  /** What the owner has to be told: an hour of failures, four days of them, or that it is off. */
  warning: 0 | 1 | 2 | 3;
}
