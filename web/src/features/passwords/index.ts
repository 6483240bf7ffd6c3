/** Changing and resetting passwords. */
export { NewPasswordField, useLinkToken } from "./new-password-field.tsx";
export { PasswordLink } from "./password-link.tsx";
