interface Guide {
  title: string;
  html: string;
}

const files = import.meta.glob<Guide>(["../../../../docs/connect/*.md", "../../../../docs/webhooks.md"], { import: "page" });

const byName = new Map(Object.entries(files).map(([path, load]) => [path.replace(/^.*\/([a-z0-9-]{1,40})\.md$/, "$1"), load]));

export const hasGuide = (name: string) => byName.has(name);

/** The page of a connector, with this installation's own address in it; nothing if there is none of that name. */
export async function loadGuide(name: string): Promise<Guide | undefined> {
  const guide = await byName.get(name)?.();
  if (!guide) return undefined;
  const html = guide.html
    .replaceAll("{base_url}", window.location.origin)
    .replaceAll(LINK, (_, folder, file) => `href="${addressOf(folder, file)}`);
  return { html, title: guide.title };
}

// The texts link to other files, for people who read them as files. Here they have addresses of their own.
const LINK = /href="(?:\.\.\/)?(guides\/)?([a-z0-9-]{1,40})\.md/g;
const addressOf = (folder: string | undefined, file: string) => {
  if (folder) return `/api/v1/docs/${file}`;
  return file === "api-keys" ? "/docs/api-keys" : `/docs/connect/${file}`;
};
