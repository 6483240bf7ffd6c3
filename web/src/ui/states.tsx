import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./states.module.css";

interface EmptyStateProps {
  title: string;
  /** Why it is empty. */
  children: ReactNode;
  /** The button that changes it. */
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.box}>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{children}</p>
      {action && <div className={classes.actions}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  title: string;
  message: string;
  onRetry: () => void;
}

export function ErrorState({ title, message, onRetry }: ErrorStateProps) {
  return (
    <div className={classes.box} role="alert">
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{message}</p>
      <div className={classes.actions}>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </div>
  );
}

const widths = [38, 30, 42, 26, 35];

/** Placeholder for a table. */
export function SkeletonRows({ rows = 4 }: { rows?: number }) {
  return (
    <div className={`${classes.skeleton} ${classes.late}`} role="status" aria-label="Loading">
      {Array.from({ length: rows + 1 }, (_, row) => (
        <div className={classes.line} key={row}>
          <span className={classes.bar} style={{ width: `${widths[row % widths.length]}%` }} />
          <span className={classes.bar} style={{ width: "14%", marginLeft: "auto" }} />
          <span className={classes.bar} style={{ width: "10%" }} />
        </div>
      ))}
    </div>
  );
}

const noticeIcons = { neutral: IconInfoCircle, bad: IconAlertTriangle, good: IconCheck };

interface NoticeProps {
  tone?: keyof typeof noticeIcons;
  children: ReactNode;
}

/** A message inside a form or section. */
export function Notice({ tone = "neutral", children }: NoticeProps) {
  const Icon = noticeIcons[tone];
  return (
    <div className={`${classes.notice} ${classes[tone] ?? ""}`} role={tone === "bad" ? "alert" : "status"}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <div>{children}</div>
    </div>
  );
}

/** Placeholder for a form. */
export function FieldSkeleton({ fields }: { fields: number }) {
  return (
    <div className={`${classes.fields} ${classes.late}`} role="status" aria-label="Loading">
      {Array.from({ length: fields }, (_, field) => (
        <div className={classes.field} key={field} />
      ))}
    </div>
  );
}
