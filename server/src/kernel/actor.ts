export type Role = "admin" | "member";

/** How a member proved who they are on this call. A job acts for the member who asked for it. */
type Proof = { kind: "session"; sessionId: string; passwordAt: Date } | { kind: "key"; keyId: string; keyName: string } | { kind: "job" };

export interface Anonymous {
  kind: "anonymous";
}

/** A person of one company, in the browser or through one of their keys. Read from the database on every call. */
export interface Member {
  kind: "member";
  companyId: string;
  userId: string;
  role: Role;
  name: string;
  email: string;
  company: { name: string; timeZone: string; schemaVersion: number };
  proof: Proof;
}

/** The service itself, acting in one company: jobs and bookkeeping. */
export interface System {
  kind: "system";
  companyId: string;
}

export type Actor = Anonymous | Member | System;

/** Who can write records: a member, or the service itself, for what comes from outside. */
export type Author = Member | System;

export const anonymous: Anonymous = { kind: "anonymous" };

export const system = (companyId: string): System => ({ kind: "system", companyId });
