import * as events from "@kith/server/features/inbox/events";
import { IconClockCheck, IconInbox, IconPencil, IconSignature } from "@tabler/icons-react";
import { createRoute, lazyRouteComponent, linkOptions } from "@tanstack/react-router";
import { lazy } from "react";
import { defineFeature } from "../../manifest.ts";
import { member } from "../../routes.ts";
import { types } from "../types/index.ts";
import { useWaiting } from "./read.ts";
import { readInboxSearch } from "./search.ts";

const load = () => import("./inbox-page.tsx");
const MessagesPart = lazy(async () => ({ default: (await import("./record-messages.tsx")).RecordMessages }));

export const routes = {
  "/inbox": createRoute({
    ...member,
    path: "/inbox",
    validateSearch: readInboxSearch,
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(load, "InboxPage"),
  }),
  "/inbox/$conversation": createRoute({
    ...member,
    path: "/inbox/$conversation",
    validateSearch: readInboxSearch,
    loader: ({ context }) => context.client.ensureQueryData(types),
    component: lazyRouteComponent(load, "InboxPage"),
  }),
  "/profile/signatures": createRoute({
    ...member,
    path: "/profile/signatures",
    component: lazyRouteComponent(() => import("./signatures-page.tsx"), "SignaturesPage"),
  }),
  "/company/answer-times": createRoute({
    ...member,
    path: "/company/answer-times",
    component: lazyRouteComponent(() => import("./answer-times-page.tsx"), "AnswerTimesPage"),
  }),
};

export const feature = defineFeature({
  navigation: [
    { to: "/inbox", title: "Inbox", icon: IconInbox, letter: "i", order: 15, place: "top", isOnPhone: true, useNote: useWaiting },
  ],
  tabs: [
    { area: "Profile", to: "/profile/signatures", title: "Signatures", icon: IconSignature, order: 25 },
    { area: "Company", to: "/company/answer-times", title: "Answer times", icon: IconClockCheck, order: 39 },
  ],
  commands: [
    {
      group: "Go to",
      label: "Signatures",
      also: "signature email footer",
      icon: IconSignature,
      link: linkOptions({ to: "/profile/signatures" }),
    },
    {
      group: "Go to",
      label: "Answer times",
      also: "clock due sla first reply",
      icon: IconClockCheck,
      link: linkOptions({ to: "/company/answer-times" }),
    },
    {
      group: "Do",
      label: "Write a message",
      also: "new email send compose",
      icon: IconPencil,
      link: linkOptions({ to: "/inbox", search: { write: true } }),
    },
  ],
  shortcuts: [
    {
      title: "In the inbox",
      keys: {
        j: "Next conversation",
        k: "Previous conversation",
        r: "Reply",
        t: "Write a note",
        a: "Assign",
        s: "Snooze",
        d: "Close, or open again",
        n: "New message",
        "/": "Filter",
        "mod ↵": "Send",
      },
    },
  ],
  events,
  refreshes: [
    // Not an event: the live stream says it to those who have the same conversation open.
    { on: ["presence"], queries: ["inbox.attend"] },
    { on: ["conversation", "message", "inbox_clock", "consent"], queries: ["inbox."] },
    // The tabs are channels, and each conversation names its own.
    { on: ["channel"], queries: ["channels.list", "inbox."], isSlow: true },
    // A contact's name stands in the list.
    { on: ["record"], queries: ["inbox.list"], isSlow: true },
  ],
  recordParts: [{ type: "contact", place: "related", order: 5, Part: MessagesPart }],
  preload: load,
});
