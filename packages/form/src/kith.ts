import { build, type Tree } from "./build.ts";
import { attempt, createOutbox, type Outcome, type Lead, NAME, type Problem } from "./outbox.ts";
import { clearErrors, findErrors, say, showErrors, statusOf } from "./say.ts";
import { getToken } from "./token.ts";

// The website form of Kith: a classic script without dependencies and cookies. The form works without it; this keeps a lead until the
// service has it. It listens at the document, so that forms which a site adds later are served too.
const script = document.currentScript as HTMLScriptElement;
const { dataset: settings } = script;
const host = `${settings["host"] ?? new URL(script.src).origin}/f/`;
const PROOF_MS = 8e3;

/** Leads that this page waits for, with their forms. */
const shown = new Map<string, HTMLFormElement>();
const proofs = new WeakMap<HTMLFormElement, Promise<object>>();
/** What the form sent last, until it is taken. */
const last = new WeakMap<HTMLFormElement, [lead: Lead, text: string]>();

function tell(id: string, outcome: Outcome, problem: Problem = {}): unknown {
  const form = shown.get(id);
  if (form && outcome === "later") say(form, outcome);
  else if (form) {
    shown.delete(id);
    if (outcome === "sent") thank(form);
    else showErrors(form, problem);
  }
  return form;
}

function thank(form: HTMLFormElement): void {
  last.delete(form);
  proofs.delete(form);
  form.reset();
  say(form, "sent");
  statusOf(form).focus();
  const next = form.dataset["kithNext"];
  if (next) location.assign(next);
}

const outbox = createOutbox({
  host,
  store: () => localStorage,
  tell,
  // Pages without https have no locks. There the lead's id makes twice once.
  alone: (name, run) =>
    (navigator.locks as LockManager | undefined)?.request(name, { ifAvailable: true }, (lock) => (lock ? run() : 5)) ?? run(),
});

/** The address that a form posts to, if it is one of ours. */
function target(form: HTMLFormElement): string {
  const id = form.dataset["kith"];
  const action = id ? host + id : (form.getAttribute("action") ?? "");
  return action.startsWith(host) ? action : "";
}

/** On the first touch: the token says since when, and its work is done while the visitor writes. */
function begin(form: HTMLFormElement, to: string): void {
  form.noValidate = true;
  statusOf(form);
  if (!proofs.has(form)) proofs.set(form, getToken(to));
}

/** Where the visit began. Remembered only if the site says that the visitor agreed. */
const landing = () => ("visit" in settings ? attempt(() => (sessionStorage["kith-landing"] ??= location.href) as string) : undefined);

async function submit(form: HTMLFormElement, to: string): Promise<void> {
  if (form.dataset["kithState"] === "sending") return;
  clearErrors(form);
  const errors = findErrors(form);
  if (errors.length) return showErrors(form, { errors });
  say(form, "sending");

  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) values[name] = name in values ? `${values[name]}, ${value as string}` : (value as string);
  const text = JSON.stringify(values);
  const [before, words] = last.get(form) ?? [];
  const isWaiting = before && shown.has(before.id);
  // Pressed again while it waits: the same words are the same lead. Other words are another one.
  if (isWaiting && words === text) return outbox.send(before);
  if (isWaiting) proofs.delete(form);
  begin(form, to);

  // A lead that was refused is put right under its own id. Pages without https have no `randomUUID`.
  const id = before && !isWaiting ? before.id : crypto.getRandomValues(new Uint32Array(4)).join("-");
  const body = { _id: id, _page: location.href, _referrer: document.referrer, _landing: landing(), ...values };
  const lead = { id, at: Date.now(), to, body };
  shown.set(id, form);
  last.set(form, [lead, text]);
  outbox.keep(lead);
  Object.assign(body, await Promise.race([proofs.get(form), new Promise((done) => setTimeout(done, PROOF_MS))]));
  outbox.keep(lead);
  return outbox.send(lead);
}

/** In place of a `<div>`, or of the script itself. */
async function place(box: HTMLElement): Promise<void> {
  const answer = await fetch(`${host}${box.dataset["kithForm"]}.json`);
  if (answer.ok) box.replaceWith(build((await answer.json()) as Tree));
}

function ready(): void {
  document.querySelectorAll<HTMLElement>("[data-kith-form]").forEach((box) => void place(box));
  landing();
  outbox.flush();
}

/** Runs it for an event in one of our forms, unless the site has dealt with it. */
function on(type: string, run: (form: HTMLFormElement, to: string, event: Event) => unknown): void {
  addEventListener(type, (event) => {
    const form = (event.target as Element).closest?.("form");
    const to = form && target(form);
    if (to && !event.defaultPrevented) run(form, to, event);
  });
}
on("focusin", begin);
on("submit", (form, to, event) => {
  event.preventDefault();
  void submit(form, to);
});
for (const type of ["online", "pageshow"]) addEventListener(type, outbox.flush);
addEventListener("pagehide", outbox.leave);
// Another tab sent a lead of this page.
addEventListener("storage", ({ key, newValue }) => newValue === null && tell(`${key}`.slice(NAME.length), "sent"));
if (document.readyState === "loading") addEventListener("DOMContentLoaded", ready);
else ready();
