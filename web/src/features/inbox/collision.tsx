import { Button } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { RelativeTime } from "../../ui/clock.tsx";
import classes from "./composer.module.css";
import { writerOf } from "./names.ts";
import type { Message } from "./read.ts";

/** Somebody else wrote while this was being written: nothing leaves before it was read. */
export function Collision({ message, onRead }: { message: Message | undefined; onRead: () => void }) {
  return (
    <div className={classes.collision} role="alert">
      <IconUsers size={14} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        {message ? <Who message={message} /> : "A message came"}, while you were writing. Read it above, then change your answer or keep it.
      </span>
      <Button onClick={onRead}>Keep my answer</Button>
    </div>
  );
}

function Who({ message }: { message: Message }) {
  return (
    <>
      <b>{writerOf(message)}</b> {message.direction === "in" ? "wrote" : "answered"} <RelativeTime at={message.at} />
    </>
  );
}
