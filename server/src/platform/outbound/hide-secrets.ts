const HIDDEN = "[hidden]";
// Shorter values are words such as "ok": hiding them would spoil every answer.
const MIN_SECRET = 6;

/** An answer as it may be kept: what was sent along and must not be shown again is hidden, also where the receiver repeats it. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  if (text === "") return text;
  let shown = text;
  for (const form of formsOf(secrets)) shown = withoutStart(shown.replaceAll(form, HIDDEN), form);
  return shown;
}

/** As it was sent, as JSON writes it, and the part after a scheme such as Bearer. The longest first: one may be part of another. */
function formsOf(secrets: readonly string[]): string[] {
  const whole = secrets.flatMap((secret) => [secret, secret.slice(secret.indexOf(" ") + 1)]);
  const forms = whole.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  return [...new Set(forms)].filter(({ length }) => length >= MIN_SECRET).sort((one, other) => other.length - one.length);
}

/** Only the start of an answer is kept, so a secret may be cut off at its end. */
function withoutStart(text: string, secret: string): string {
  for (let length = Math.min(secret.length, text.length) - 1; length >= MIN_SECRET; length--)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + HIDDEN;
  return text;
}
