import { ActionIcon, Menu } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconChartPie2,
  IconCopy,
  IconDots,
  IconPencil,
  IconRefresh,
  IconScale,
  IconSend,
  IconTrash,
  IconUser,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Avatar } from "../../../ui/avatar.tsx";
import { StatePill } from "../../../ui/state-pill.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { Coloured } from "../../filters/index.ts";
import { usePeople } from "../people.ts";
import { useDestinationName } from "../read.ts";
import type { DraftRule, ShownRule } from "./draft.ts";
import { Meters } from "./meters.tsx";
import { firstName, HOW, hoursText } from "./rule-text.ts";
import classes from "./rules.module.css";
import type { RulesDraft } from "./use-rules-draft.ts";

interface RuleRowProps {
  rule: DraftRule;
  /** Counted from 0. */
  at: number;
  draft: RulesDraft;
  /** How it is doing; undefined for a rule that is not saved yet. */
  shown: ShownRule | undefined;
  /** How many of the last 100 it would take as it stands here. */
  tried: number | undefined;
  grip: ReactNode;
  canChange: boolean;
  /** Fields in place of the summary. */
  children?: ReactNode;
}

/** One rule of the list: what it takes, who gets it, and how full it is. */
export function RuleRow({ rule, at, draft, shown, tried, grip, canChange, children }: RuleRowProps) {
  const isOpen = draft.open === rule.key;
  const toggle = () => draft.setOpen(isOpen ? undefined : rule.key);
  return (
    <article className={classes.rule} data-off={!rule.is_on || undefined} data-open={isOpen || undefined} aria-label={rule.name}>
      <span className={classes.grip}>{grip}</span>
      <span className={classes.number}>{at + 1}</span>
      <span className={classes.name}>
        {canChange ? (
          <button className={`${classes.open} k-truncate`} type="button" aria-expanded={isOpen} onClick={toggle}>
            {rule.name}
          </button>
        ) : (
          <span className="k-truncate">{rule.name}</span>
        )}
        {draft.isRuleChanged(rule) && <StatePill tone="soon">Not saved</StatePill>}
      </span>
      <span className={classes.got}>
        <span>{rule.is_on ? countText(shown?.last_100, tried, at) : "off"}</span>
        {canChange && (
          <>
            <Switch
              label={`${rule.name}: ${rule.is_on ? "turn off" : "turn on"}`}
              isOn={rule.is_on}
              onChange={(isOn) => draft.change(rule.key, { is_on: isOn })}
            />
            <RuleMenu rule={rule} at={at} draft={draft} />
          </>
        )}
      </span>
      {isOpen ? children : <Summary rule={rule} shown={shown} />}
    </article>
  );
}

function countText(last = 0, tried: number | undefined, at: number): string {
  if (tried !== undefined && tried !== last) return `${tried}, was ${last}`;
  return at === 0 ? `${last} of the last 100` : `${last}`;
}

function Summary({ rule, shown }: { rule: DraftRule; shown: ShownRule | undefined }) {
  return (
    <>
      <div className={classes.in}>
        {rule.filter ? (
          <span className={`${classes.filter} k-truncate`} title={rule.filter}>
            <Coloured text={rule.filter} />
          </span>
        ) : (
          <span className="k-faint">Every lead</span>
        )}
      </div>
      <div className={classes.in}>
        <Target rule={rule} shown={shown} />
        {shown && <Meters meters={shown.meters} />}
      </div>
      {shown?.problem && (
        <div className={`${classes.in} ${classes.problem}`}>
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
          <span>{shown.problem}</span>
        </div>
      )}
    </>
  );
}

const icons = { person: IconUser, round_robin: IconRefresh, weighted: IconChartPie2, least_loaded: IconScale };

function Target({ rule: { then, hours }, shown }: { rule: DraftRule; shown: ShownRule | undefined }) {
  const people = usePeople();
  const destinationName = useDestinationName();
  const when = hours && <span className={classes.note}>{hoursText(hours)}</span>;
  if (then.kind === "send")
    return (
      <>
        <IconSend size={14} stroke={1.75} aria-hidden />
        <span className="k-truncate">Send to {destinationName(then.destination_id) ?? "a destination that is gone"}</span>
        <span className={classes.note}>refused or no answer: next rule</span>
        {when}
      </>
    );
  const Icon = icons[then.how];
  const [first] = then.people;
  const names = then.people.map(({ user_id }) => ({ id: user_id, name: people.get(user_id)?.name ?? "Somebody who left" }));
  return (
    <>
      <Icon size={14} stroke={1.75} aria-hidden />
      {then.how === "person" ? (
        <span className="k-truncate">Assign to {people.get(first?.user_id ?? "")?.name ?? "somebody who left"}</span>
      ) : (
        <>
          <span>{HOW[then.how]}</span>
          <span
            className={classes.stack}
            role="img"
            aria-label={names.map(({ name }) => name).join(", ")}
            title={names.map(({ name }) => name).join(", ")}
          >
            {names.slice(0, MAX_FACES).map(({ id, name }) => (
              <Avatar id={id} name={name} key={id} />
            ))}
          </span>
          {names.length > MAX_FACES && <span className={classes.note}>and {names.length - MAX_FACES} more</span>}
        </>
      )}
      {shown?.next && then.how !== "person" && <span className={classes.note}>{firstName(shown.next.name)} is next</span>}
      {when}
    </>
  );
}

const MAX_FACES = 8;

function RuleMenu({ rule, at, draft }: { rule: DraftRule; at: number; draft: RulesDraft }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${rule.name}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => draft.setOpen(rule.key)}>
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUp size={16} stroke={1.75} />} disabled={at === 0} onClick={() => draft.move(rule.key, at - 1)}>
          Move up
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={16} stroke={1.75} />}
          disabled={at === draft.rules.length - 1}
          onClick={() => draft.move(rule.key, at + 1)}
        >
          Move down
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => draft.copy(rule.key)}>
          Duplicate
        </Menu.Item>
        <Menu.Item className="k-danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => draft.remove(rule.key)}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
