import { ActionIcon, Menu } from "@mantine/core";
import { IconShare2 } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { copyText } from "../../ui/copy.tsx";
import { useToast } from "../../ui/toast.tsx";
import type { RecordType } from "../types/index.ts";
import { type ShareText, shareTexts } from "../filters/index.ts";
import type { ListView } from "../views/index.ts";

/** The same list as a link, as a REST call and as the arguments of a tool: one text for people and programs. */
export function ShareMenu({ type, view }: { type: RecordType; view: ListView }) {
  const router = useRouter();
  const toast = useToast();
  const copy = async ({ as, text }: ShareText) => {
    const isCopied = await copyText(text);
    toast(isCopied ? { text: `${as} copied.` } : { tone: "error", text: "Not copied. The browser does not allow it here." });
  };
  const { href } = router.buildLocation({ to: "/records/$type", params: { type: type.key }, search: searchOf(view) });
  const texts = shareTexts({ type: type.key, filter: view.filter, sort: view.sort, link: window.location.origin + href });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon className="k-desk" variant="default" size="sm" aria-label="Copy as URL, REST or MCP">
          <IconShare2 size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {texts.map((share) => (
          <Menu.Item onClick={() => void copy(share)} key={share.as}>
            Copy as {share.as}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const searchOf = ({ filter, sort, layout, group, saved }: ListView) => ({
  ...(saved ? { view: saved.id } : {}),
  ...(filter ? { filter } : {}),
  ...(sort ? { sort } : {}),
  ...(layout === "board" ? { layout } : {}),
  ...(group ? { group } : {}),
});
