import { lazy, type ReactNode, Suspense } from "react";
import classes from "./list-frame.module.css";

const RecordPanel = lazy(async () => ({ default: (await import("./record-panel.tsx")).RecordPanel }));

interface ListFrameProps {
  /** The record shown beside the list. */
  peek: string | undefined;
  onClosePeek: () => void;
  children: ReactNode;
}

/** A table or a board, its footer, and beside it the record somebody looks at. */
export function ListFrame({ peek, onClosePeek, children }: ListFrameProps) {
  return (
    <div className={classes.main}>
      <div className={classes.list}>{children}</div>
      {peek && (
        <Suspense>
          <RecordPanel id={peek} onClose={onClosePeek} />
        </Suspense>
      )}
    </div>
  );
}

/** Where the rows would be: why there are none. */
export const ListState = ({ children }: { children: ReactNode }) => <div className={classes.state}>{children}</div>;
