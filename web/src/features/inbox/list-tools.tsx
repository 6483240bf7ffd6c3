import { ActionIcon, Button, Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowsSort, IconFilter } from "@tabler/icons-react";
import { Kbd } from "../../ui/kbd.tsx";
import classes from "./inbox.module.css";
import { type InboxSearch, type Sort, sortsOf } from "./search.ts";

interface ListToolsProps {
  search: InboxSearch;
  /** What words find has an order of its own. */
  isFound: boolean;
  isFiltering: boolean;
  onFilter: () => void;
  onSort: (sort: Sort | undefined) => void;
}

/** The tabs need the room more than the names of two buttons do. */
const SMALL = "(max-width: 1100px)";

/** Which conversations are listed, and in which order. */
export function ListTools({ search, isFound, isFiltering, onFilter, onSort }: ListToolsProps) {
  const isSmall = useMediaQuery(SMALL, false, { getInitialValueInEffect: false });
  const icon = <IconFilter size={16} stroke={1.75} aria-hidden />;
  return (
    <>
      {isSmall ? (
        <ActionIcon className={classes.tool ?? ""} aria-label="Filter" title="Filter, /" aria-expanded={isFiltering} onClick={onFilter}>
          {icon}
        </ActionIcon>
      ) : (
        <Button variant="subtle" leftSection={icon} rightSection={<Kbd keys="/" />} aria-expanded={isFiltering} onClick={onFilter}>
          Filter
        </Button>
      )}
      <SortMenu search={search} isFound={isFound} isSmall={isSmall} onSort={onSort} />
    </>
  );
}

const FOUND = "Newest first";

function SortMenu({ search, isFound, isSmall, onSort }: Pick<ListToolsProps, "search" | "isFound" | "onSort"> & { isSmall: boolean }) {
  const sorts = sortsOf(search);
  const chosen = sorts.find(({ sort }) => sort === search.sort) ?? sorts[0];
  const title = isFound ? FOUND : (chosen?.title ?? "");
  const icon = <IconArrowsSort size={16} stroke={1.75} aria-hidden />;
  const common = { "aria-label": `Sort: ${title}`, disabled: isFound };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {isSmall ? (
          <ActionIcon className={classes.tool ?? ""} title={common["aria-label"]} {...common}>
            {icon}
          </ActionIcon>
        ) : (
          <Button variant="subtle" leftSection={icon} {...common}>
            {title}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {sorts.map((one) => (
          <Menu.Item onClick={() => onSort(one.sort)} aria-current={one === chosen} key={one.title}>
            {one.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
