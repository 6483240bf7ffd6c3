import { type Icon, IconBrandWhatsapp, IconMail, IconMessage } from "@tabler/icons-react";

interface Look {
  icon: Icon;
  label: string;
}

const MESSAGE: Look = { icon: IconMessage, label: "Message" };
const LOOKS: Record<string, Look> = { email: { icon: IconMail, label: "Email" }, whatsapp: { icon: IconBrandWhatsapp, label: "WhatsApp" } };

/** How a channel looks, by its kind. */
export const channelLook = (kind: string): Look => LOOKS[kind] ?? MESSAGE;

/** How a message travels. */
export function ChannelIcon({ kind, size = 14 }: { kind: string; size?: number }) {
  const { icon: Icon, label } = channelLook(kind);
  return <Icon size={size} stroke={1.75} role="img" aria-label={label} />;
}
