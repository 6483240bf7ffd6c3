export { readForm } from "./intake-operations.ts";
export { FIND_FORM, type FoundForm } from "./intake/find-form.ts";
export { createIntake, type Intake, type Sender } from "./intake/intake.ts";
export { CONSENT_TEXT, MAX_FIELDS, missingText, readFormBody, readJsonBody, type FormBody } from "./intake/read-body.ts";
export { createOptIns, type OptIns, type ShownOptIn } from "./opt-in/opt-ins.ts";
export { receiveSent } from "./receive-operations.ts";
