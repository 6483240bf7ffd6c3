/** What an operation takes under one name, as its description says it. */
export interface DescribedField {
  kind: "text" | "number" | "boolean" | "list" | "object";
  about: string;
  isRequired?: true;
  oneOf?: readonly string[];
  standard?: string;
}

export interface DescribedOperation {
  summary: string;
  fields: { readonly [name: string]: DescribedField };
}
