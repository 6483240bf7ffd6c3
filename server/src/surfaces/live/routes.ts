import { setTimeout } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { beginning, type Listener, type Position, type Tail } from "../../features/events/index.ts";
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

const CARE_EVERY_MS = 700;
const BEAT_EVERY_MS = 15 * SECOND_MS;
const FRESH_MS = 5 * SECOND_MS;
const RESUME_WITHIN_MS = 10 * MINUTE_MS;
const GOODBYE_MS = 2 * SECOND_MS;
const MAX_PER_SESSION = 8;
const LIST = "events.live";

interface LiveSurface {
  tail: Tail;
  cursors: Cursors;
  hosts: HostRules;
  isSecure: boolean;
  /** How many streams this node carries. */
  most: number;
  authenticate(token: string | undefined): Promise<{ actor: Member } | undefined>;
  countStreams(count: number): void;
}

interface Open {
  token: string;
  role: Member["role"];
  stream: Stream;
  listener: Listener;
}

/**
 * What happens in the company, as it happens, to browsers that are signed in: small messages that say what to read again.
 * A stream has the life of its session and the role it was opened with; on shutdown it ends with a word on when to come back.
 */
export async function liveRoutes(server: FastifyInstance, surface: LiveSurface): Promise<void> {
  const { tail, cursors } = surface;
  const cookie = createCookie(surface.isSecure);
  const all = new Set<Open>();
  let isCaring = false;
  server.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));

  server.get("/app/live", { exposeHeadRoute: false }, async (request, reply) => {
    if (isCrossSite(request, surface.hosts)) throw forbidden("cross_site", "This call must come from the web application itself.");
    const token = cookie.read(request);
    const known = await surface.authenticate(token);
    if (!token || !known) throw new AppError(401, "sign_in_needed", "Sign in first.");
    if (all.size >= surface.most) throw unavailable("too_many_streams", "This node has too many open pages. Try again in a few seconds.");
    makeRoom(token);
    const stream = open(known.actor, token, resumeFrom(request, known.actor.companyId));
    // Not to be kept, and not to be held back until it is long enough to be worth sending.
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
    // A position is only told with, or after, everything that leads up to it: whatever breaks in between, nothing is missed.
    const greet = (isResumed: boolean) => stream.send("hello", { is_resumed: isResumed });
    const listener: Listener = {
      companyId: actor.companyId,
      position: resumed ?? beginning(),
      hear(found) {
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
    const one: Open = { token, role: actor.role, stream, listener };
    all.add(one);
    surface.countStreams(all.size);
    stream.body.once("close", () => {
      tail.leave(listener);
      all.delete(one);
      surface.countStreams(all.size);
    });
    tail.join(listener);
    if (!isCaring) void careForAll();
    return stream;
  }

  function idOf({ companyId, position }: Listener): string {
    if (position.snapshot === null) throw new Error("a listener has a position once it was told something");
    return cursors.seal(companyId, LIST, `${position.at.getTime()} ${position.home} ${packSnapshot(position.snapshot)}`);
  }

  function resumeFrom(request: FastifyRequest, companyId: string): Position | undefined {
    const { after } = request.query as { after?: unknown };
    // The header is the browser's own, when it reconnects by itself, and newer than what the page was opened with.
    const id = request.headers["last-event-id"] ?? after;
    if (typeof id !== "string" || id === "") return undefined;
    try {
      const [at = "", home = "", snapshot] = cursors.open(companyId, LIST, id).split(" ");
      const isRecent = Date.now() - Number(at) < RESUME_WITHIN_MS;
      return snapshot && isRecent ? { snapshot: unpackSnapshot(snapshot), home, at: new Date(Number(at)) } : undefined;
    } catch {
      return undefined; // nothing of ours, or of another company: they begin afresh, and are told so
    }
  }

  /** A network that comes and goes leaves streams behind that nobody reads: the oldest of a session gives way. */
  function makeRoom(token: string): void {
    const own = [...all].filter((one) => one.token === token);
    for (const one of own.slice(0, Math.max(0, own.length - MAX_PER_SESSION + 1))) one.stream.end("too many", MINUTE_MS);
  }

  async function careForAll(): Promise<void> {
    isCaring = true;
    while (all.size > 0) {
      await setTimeout(CARE_EVERY_MS);
      await lookAfterAll();
    }
    isCaring = false;
  }

  async function lookAfterAll(): Promise<void> {
    await Promise.all(
      Array.from(
        Map.groupBy(all, (one) => one.token),
        ([token, own]) => checkSession(token, own),
      ),
    );
    for (const { stream, listener } of all) {
      // While the log cannot be read there is no beat: the browser then says that it is not up to date.
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
      // The database is away: nothing is read from it either, and the next look asks again.
    }
  }

  server.addHook("preClose", async () => {
    for (const { stream } of all) stream.end("restarting", soon());
    // Whoever does not read the goodbye would keep the node from ending.
    for (let waitedMs = 0; all.size > 0 && waitedMs < GOODBYE_MS; waitedMs += 50) await setTimeout(50);
    for (const { stream } of all) stream.body.destroy();
  });
}

/** Not all at the same moment: a node that stops would otherwise send everybody to the next one at once. */
const soon = () => 500 + Math.floor(Math.random() * 2_000);
