import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { HeaderDraft } from "./draft.ts";
import classes from "./editor.module.css";

const MAX_HEADERS = 10;

interface HeaderInputsProps {
  headers: HeaderDraft[];
  onChange: (headers: HeaderDraft[]) => void;
  error: string | undefined;
}

/** Headers of the company's own. A value that is stored is never shown: it stays, or another one is typed. */
export function HeaderInputs({ headers, onChange, error }: HeaderInputsProps) {
  const set = (key: number, part: Partial<HeaderDraft>) => onChange(headers.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const add = () => {
    const key = Math.max(-1, ...headers.map((one) => one.key)) + 1;
    onChange([...headers, { key, name: "", value: "", isStored: false }]);
  };
  return (
    <fieldset className={classes.headers}>
      <legend>Headers</legend>
      {headers.map(({ key, name, value, isStored }, at) => (
        <div className={classes.header} key={key}>
          <TextInput
            aria-label={`Name of header ${at + 1}`}
            placeholder="authorization"
            classNames={{ input: classes.mono }}
            autoComplete="off"
            value={name}
            onChange={(event) => set(key, { name: event.currentTarget.value, isStored: false })}
          />
          <TextInput
            aria-label={`Value of header ${at + 1}`}
            placeholder={isStored ? "Stored. Type to replace it." : "Value"}
            classNames={{ input: classes.mono }}
            autoComplete="off"
            value={value}
            onChange={(event) => set(key, { value: event.currentTarget.value })}
          />
          <ActionIcon
            size="md"
            aria-label={`Remove header ${name || at + 1}`}
            onClick={() => onChange(headers.filter((one) => one.key !== key))}
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      {error && <p className={classes.error}>{error}</p>}
      <div>
        <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={add} disabled={headers.length >= MAX_HEADERS}>
          Add header
        </Button>
      </div>
      <p className="k-tip">Sent with every message, for example an access token. Values are stored encrypted and never shown again.</p>
    </fieldset>
  );
}
