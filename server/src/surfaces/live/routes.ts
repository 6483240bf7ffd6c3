import { setTimeout } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { LiveNews } from "../../features/events/operations.ts";
import { beginning, type Listener, type Position, type Tail } from "../../features/events/index.ts";
import type { PresenceWatch, Watcher } from "../../features/inbox/index.ts";
import { memberId } from "../../features/members/operations.ts";
import type { Member } from "../../kernel/actor.ts";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { AppError, forbidden, unavailable } from "../../kernel/errors.ts";
import type { Cursors } from "../../platform/cursors.ts";
import { packSnapshot, unpackSnapshot } from "../../platform/log-reader/snapshot.ts";
import type { HostRules } from "../host.ts";
import { sendProblem } from "../problem.ts";
import { createCookie } from "../session/cookie.ts";
import { isCrossSite } from "../session/cross-site.ts";
import { newsFor } from "./news-for.ts";
import { openStream, type Stream } from "./stream.ts";

const MAINTAIN_EVERY_MS = 700;
const BEAT_EVERY_MS = 15 * SECOND_MS;
const FRESH_MS = 5 * SECOND_MS;
const RESUME_WITHIN_MS = 10 * MINUTE_MS;
const GOODBYE_MS = 2 * SECOND_MS;
const MAX_PER_USER = 8;
const LIST = "events.live";

const PRESENCE_CHANGED: LiveNews = {
  changes: [],
  crowds: [{ subject_type: "cnv", record_type: null, types: ["presence.changed"], count: 1 }],
};

interface LiveSurface {
  tail: Tail;
  /** Who has the same conversation open: true for seconds, so it is no event. */
  presence: PresenceWatch;
  cursors: Cursors;
  hosts: HostRules;
  isSecure: boolean;
  /** How many streams this node may have. */
  maxStreams: number;
  authenticate(token: string | undefined): Promise<{ actor: Member } | undefined>;
  countStreams(count: number): void;
}

interface Open {
  token: string;
  userId: string;
  role: Member["role"];
  stream: Stream;
  listener: Listener;
}

/**
 * Sends the company's events to signed-in browsers as they happen: small messages that say what to reload. A stream ends with its
 * session, and when the role changes. On shutdown it ends with a time to reconnect.
 */
export async function liveRoutes(server: FastifyInstance, surface: LiveSurface): Promise<void> {
  const { tail, presence, cursors } = surface;
  const cookie = createCookie(surface.isSecure);
  const all = new Set<Open>();
  let isMaintaining = false;
  server.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));

  server.get("/app/live", { exposeHeadRoute: false }, async (request, reply) => {
    if (isCrossSite(request, surface.hosts)) throw forbidden("cross_site", "This call must come from the web application itself.");
    const token = cookie.read(request);
    const known = await surface.authenticate(token);
    if (!token || !known) throw new AppError(401, "sign_in_needed", "Sign in first.");
    if (all.size >= surface.maxStreams)
      throw unavailable("too_many_streams", "This node has too many open pages. Try again in a few seconds.");
    endOldStreams(known.actor.userId);
    const stream = open(known.actor, token, resumeFrom(request, known.actor.companyId));
    // Proxies must neither cache nor buffer the stream.
    const headers = {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    };
    return reply.headers(headers).send(stream.body);
  });

  function open(actor: Member, token: string, resumed: Position | undefined): Stream {
    const stream = openStream(soon());
    const viewer = { id: memberId.encode(actor.userId), role: actor.role };
    let isGreeted = false;
    // A position is only sent with or after all events before it: if the stream breaks in between, nothing is missed.
    const greet = (isResumed: boolean) => stream.send("hello", { is_resumed: isResumed });
    const listener: Listener = {
      companyId: actor.companyId,
      position: resumed ?? beginning(),
      onEvents(found) {
        const news = newsFor(viewer, found);
        if (!isGreeted) greet(resumed !== undefined);
        if (news) stream.send("news", news, idOf(listener));
        else if (!isGreeted) stream.send("beat", {}, idOf(listener));
        isGreeted = true;
      },
      lose() {
        greet(false);
        stream.send("beat", {}, idOf(listener));
        isGreeted = true;
      },
    };
    const watcher: Watcher = {
      companyId: actor.companyId,
      userId: actor.userId,
      onChange() {
        // Without a position: the next event has the one that counts.
        if (isGreeted) stream.send("news", PRESENCE_CHANGED);
      },
    };
    const one: Open = { token, userId: actor.userId, role: actor.role, stream, listener };
    all.add(one);
    surface.countStreams(all.size);
    stream.body.once("close", () => {
      tail.leave(listener);
      presence.leave(watcher);
      all.delete(one);
      surface.countStreams(all.size);
    });
    tail.join(listener);
    presence.join(watcher);
    if (!isMaintaining) void maintainStreams();
    return stream;
  }

  function idOf({ companyId, position }: Listener): string {
    if (position.snapshot === null) throw new Error("a listener has no position before its first events");
    return cursors.seal(companyId, LIST, `${position.at.getTime()} ${position.home} ${packSnapshot(position.snapshot)}`);
  }

  function resumeFrom(request: FastifyRequest, companyId: string): Position | undefined {
    const { after } = request.query as { after?: unknown };
    // The browser sends the header when it reconnects by itself; it is newer than the `after` of the page.
    const id = request.headers["last-event-id"] ?? after;
    if (typeof id !== "string" || id === "") return undefined;
    try {
      const [at = "", home = "", snapshot] = cursors.open(companyId, LIST, id).split(" ");
      const isRecent = Date.now() - Number(at) < RESUME_WITHIN_MS;
      return snapshot && isRecent ? { snapshot: unpackSnapshot(snapshot), home, at: new Date(Number(at)) } : undefined;
    } catch {
      return undefined; // not valid, or of another company: the stream starts anew, and the browser is told so
    }
  }

  /** An unstable network leaves streams behind that nobody reads: the oldest of a user are ended. */
  function endOldStreams(userId: string): void {
    const own = [...all].filter((one) => one.userId === userId);
    for (const one of own.slice(0, Math.max(0, own.length - MAX_PER_USER + 1))) {
      one.stream.end("too many", MINUTE_MS);
      // One that is not read would never end.
      void setTimeout(GOODBYE_MS).then(() => one.stream.body.destroy());
    }
  }

  async function maintainStreams(): Promise<void> {
    isMaintaining = true;
    while (all.size > 0) {
      await setTimeout(MAINTAIN_EVERY_MS);
      await maintainOnce();
    }
    isMaintaining = false;
  }

  async function maintainOnce(): Promise<void> {
    await Promise.all(
      Array.from(
        Map.groupBy(all, (one) => one.token),
        ([token, own]) => checkSession(token, own),
      ),
    );
    for (const { stream, listener } of all) {
      // While the log cannot be read there is no beat: then the browser shows that it is not up to date.
      const { snapshot, at } = listener.position;
      const isFresh = snapshot !== null && Date.now() - at.getTime() < FRESH_MS;
      if (isFresh && performance.now() - stream.sentAt > BEAT_EVERY_MS) stream.send("beat", {}, idOf(listener));
    }
  }

  async function checkSession(token: string, own: Open[]): Promise<void> {
    try {
      const known = await surface.authenticate(token);
      for (const one of own) {
        if (!known) one.stream.end("signed out", soon());
        else if (known.actor.role !== one.role) one.stream.end("role changed", 0);
      }
    } catch {
      // The database is unreachable, so no events are read either. The next check tries again.
    }
  }

  server.addHook("preClose", async () => {
    for (const { stream } of all) stream.end("restarting", soon());
    // A browser that does not read the last message would keep the node from stopping.
    for (let waitedMs = 0; all.size > 0 && waitedMs < GOODBYE_MS; waitedMs += 50) await setTimeout(50);
    for (const { stream } of all) stream.body.destroy();
  });
}

/** A random time: when a node stops, its browsers must not all reconnect to another node at once. */
const soon = () => 500 + Math.floor(Math.random() * 2_000);
