import * as passwords from "@kith/server/features/passwords/operations";
import type { PasswordInputProps } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import { PasswordField } from "../../ui/password-field.tsx";

const rule = `At least ${passwords.PASSWORD_LEAST} characters. Several words make a good password.`;

/** A field for a new password that shows the rule from the start. */
export function NewPasswordField({ label = "New password", ...input }: Omit<PasswordInputProps, "label"> & { label?: string }) {
  return (
    <PasswordField
      label={label}
      autoComplete="new-password"
      description={rule}
      inputWrapperOrder={["label", "input", "error", "description"]}
      {...input}
    />
  );
}

/** The token of a link. It comes after the #, which browsers never send, so that it is in no server log. */
export function useLinkToken(): string {
  const hash = useLocation({ select: (location) => location.hash });
  return new URLSearchParams(hash).get("token") ?? "";
}
