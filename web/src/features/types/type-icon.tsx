import {
  type Icon,
  IconBriefcase,
  IconBuilding,
  IconBuildingFactory2,
  IconCalendar,
  IconCircleCheck,
  IconCoins,
  IconFileText,
  IconFlag,
  IconHeart,
  IconHome,
  IconMapPin,
  IconPackage,
  IconReceipt,
  IconRocket,
  IconShoppingCart,
  IconStar,
  IconTable,
  IconTag,
  IconTicket,
  IconTool,
  IconTruck,
  IconUser,
  IconUserPlus,
  IconUsers,
} from "@tabler/icons-react";
import { createElement } from "react";

/** The icons a type can have, by the names kept with the type. */
export const typeIcons: Record<string, Icon> = {
  users: IconUsers,
  building: IconBuilding,
  coins: IconCoins,
  "user-plus": IconUserPlus,
  "circle-check": IconCircleCheck,
  table: IconTable,
  briefcase: IconBriefcase,
  "building-factory-2": IconBuildingFactory2,
  calendar: IconCalendar,
  "file-text": IconFileText,
  flag: IconFlag,
  heart: IconHeart,
  home: IconHome,
  "map-pin": IconMapPin,
  package: IconPackage,
  receipt: IconReceipt,
  rocket: IconRocket,
  "shopping-cart": IconShoppingCart,
  star: IconStar,
  tag: IconTag,
  ticket: IconTicket,
  tool: IconTool,
  truck: IconTruck,
  user: IconUser,
};

export const iconOf = (name: string): Icon => typeIcons[name] ?? IconTable;

/** A type's icon. Its name stands beside it, so it is hidden from readers. */
export const TypeIcon = ({ name, size = 16 }: { name: string; size?: number }) =>
  createElement(iconOf(name), { size, stroke: 1.75, "aria-hidden": true });
