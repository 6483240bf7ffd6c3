import type { PageTab } from "../../ui/page.tsx";

export const profileTabs: PageTab[] = [
  { to: "/profile", title: "Account" },
  { to: "/profile/security", title: "Security" },
  { to: "/profile/api", title: "API & Connectors" },
];

const everyone: PageTab[] = [
  { to: "/company", title: "General" },
  { to: "/company/members", title: "Members" },
  { to: "/company/data-model", title: "Data model" },
];

const adminsOnly: PageTab[] = [
  { to: "/company/keys", title: "Keys" },
  { to: "/company/activity", title: "Activity" },
];

export const companyTabs = (isAdmin: boolean) => (isAdmin ? [...everyone, ...adminsOnly] : everyone);
