/** The colours an option can have, by the names kept with it. The label beside it stays in text colour. */
export const optionColours: Record<string, { label: string; colour: string }> = {
  grey: { label: "Grey", colour: "var(--k-text-3)" },
  blue: { label: "Blue", colour: "var(--k-stage-2)" },
  violet: { label: "Violet", colour: "var(--k-stage-3)" },
  orange: { label: "Orange", colour: "var(--k-c2)" },
  pink: { label: "Pink", colour: "var(--k-c4)" },
  green: { label: "Green", colour: "var(--k-c1)" },
};
