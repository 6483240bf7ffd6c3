const MAX_LENGTH = 36; // of 40: a number may follow

/** `close_date` from "Close date", `n12` from "12", and never one that is taken: keys are for ever, so they should read well. Empty where nothing of the label can stay. */
export function keyFrom(label: string, taken: string[] = []): string {
  const plain = label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^_/, "")
    .replace(/^(?=\d)/, "n")
    .slice(0, MAX_LENGTH)
    .replace(/_$/, "");
  if (plain === "" || !taken.includes(plain)) return plain;
  for (let count = 2; ; count++) if (!taken.includes(`${plain}_${count}`)) return `${plain}_${count}`;
}

/** The key of an option, for any label: "→" is `option`. */
export const optionKeyFrom = (label: string, taken: string[]) => keyFrom(label, taken) || keyFrom("option", taken);

interface GivenOption {
  key?: string | undefined;
  label: string;
}

/** Options with a key each. One without is the option of that label, if there is one, or else a new one. */
export function withKeys<Given extends GivenOption>(given: Given[], known: { key: string; label: string }[]): (Given & { key: string })[] {
  const taken = [...known.map(({ key }) => key), ...given.flatMap(({ key }) => key ?? [])];
  return given.map((option) => {
    const same = known.find(({ label }) => label.toLowerCase() === option.label.toLowerCase());
    const key = option.key ?? same?.key ?? optionKeyFrom(option.label, taken);
    taken.push(key);
    return { ...option, key };
  });
}
