import { ActionIcon, Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { optionColours, OptionDot } from "./option-mark.tsx";

interface ColourMenuProps {
  name: string;
  colour: string | undefined;
  disabled: boolean;
  onChange: (colour: string | undefined) => void;
  children: ReactNode;
}

/** What an option looks like now; opened, the colours it can have. */
export function ColourMenu({ name, colour, disabled, onChange, children }: ColourMenuProps) {
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`Colour of ${name}`} disabled={disabled}>
          {children}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<OptionDot colour={undefined} />}
          rightSection={tick(colour === undefined)}
          onClick={() => onChange(undefined)}
        >
          No colour of its own
        </Menu.Item>
        {Object.entries(optionColours).map(([key, { label }]) => (
          <Menu.Item key={key} leftSection={<OptionDot colour={key} />} rightSection={tick(colour === key)} onClick={() => onChange(key)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const tick = (isChosen: boolean) => (isChosen ? <IconCheck size={14} stroke={1.75} aria-label="chosen" /> : null);
