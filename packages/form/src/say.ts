import type { Outcome, Problem } from "./outbox.ts";

type Control = HTMLInputElement;

/** A site says it in its own words with `data-kith-sent` and so on. */
const WORDS = {
  sending: "Sending…",
  sent: "Thank you. We have your message.",
  later: "Not sent yet. We keep it here and try again.",
  refused: "Not sent. Please check what you entered.",
};

function newLine(className: string): HTMLElement {
  const line = document.createElement("p");
  line.className = className;
  return line;
}

/** Changes what describes a control. The help of a field stays with it. */
function describe(control: Element, error: string): void {
  const name = "aria-describedby";
  control.setAttribute(name, (control.getAttribute(name) ?? "").replace(/ ?kith-e-.*/, "") + error);
}

/** The line that screen readers follow. It has to be there before it has something to say. */
export function statusOf(form: HTMLFormElement): HTMLElement {
  const line = form.querySelector<HTMLElement>("[role=status]") ?? form.appendChild(newLine("kith-status"));
  line.role = "status";
  line.tabIndex = -1;
  return line;
}

export function say(form: HTMLFormElement, outcome: Outcome | "sending", text?: string): void {
  form.dataset["kithState"] = outcome;
  statusOf(form).textContent = form.getAttribute(`data-kith-${outcome}`) || text || WORDS[outcome];
}

export function clearErrors(form: HTMLFormElement): void {
  for (const line of form.querySelectorAll(".kith-error")) line.remove();
  for (const control of form.querySelectorAll("[aria-invalid]")) {
    control.ariaInvalid = null;
    describe(control, "");
  }
}

function showError(control: Control, message: string): void {
  const place = control.closest(".kith-field");
  const line = newLine("kith-error");
  if (place) place.append(line);
  else (control.closest("label") ?? control).after(line);
  line.id = `kith-e-${control.name}`;
  line.textContent = message;
  control.ariaInvalid = "true";
  describe(control, ` ${line.id}`);
}

/** Each error at its field and the focus at the first; in the status how many they are, or what belongs to no field. */
export function showErrors(form: HTMLFormElement, { errors = [], detail }: Problem): void {
  let first: HTMLElement | undefined;
  for (const { pointer, message } of errors) {
    const control = ([...form.elements] as Control[]).find(({ name }) => name === pointer.split("/").pop());
    if (control) showError(control, message);
    else detail = message;
    first ??= control;
  }
  say(form, "refused", first ? form.dataset["kithWrong"]?.split("|")[errors.length] : detail);
  (first ?? statusOf(form)).focus();
}

/** What the browser itself finds wrong: in the words of the form, or else in the browser's, in its language. */
export const findErrors = (form: HTMLFormElement) =>
  ([...form.elements] as Control[])
    .filter(({ validity }) => validity && !validity.valid)
    .map(({ name, dataset, validationMessage }) => ({ pointer: name, message: dataset["kithError"] || validationMessage }));
