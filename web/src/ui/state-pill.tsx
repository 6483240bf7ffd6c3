import { type Icon, IconAlertTriangle, IconCheck, IconClock } from "@tabler/icons-react";
import classes from "./state-pill.module.css";

const icons = { neutral: null, good: IconCheck, soon: IconClock, bad: IconAlertTriangle };

interface StatePillProps {
  tone?: keyof typeof icons;
  /** In place of the tone's own; null: none. */
  icon?: Icon | null;
  children: string;
}

/** A state in one word; the colour only repeats what the word and the icon say. */
export function StatePill({ tone = "neutral", icon, children }: StatePillProps) {
  const Icon = icon === undefined ? icons[tone] : icon;
  return (
    <span className={`${classes.pill} ${classes[tone] ?? ""}`}>
      {Icon && <Icon size={12} stroke={1.75} aria-hidden />}
      {children}
    </span>
  );
}

/** Green for active, grey for inactive. The text beside it says the same. */
export function LiveDot({ live, pulse = false }: { live: boolean; pulse?: boolean }) {
  return <span className={[classes.dot, live && classes.live, pulse && classes.pulse].filter(Boolean).join(" ")} aria-hidden />;
}
