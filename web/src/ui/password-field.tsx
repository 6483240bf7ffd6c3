import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import classes from "./password-field.module.css";

interface PasswordFieldProps extends Omit<PasswordInputProps, "label"> {
  label: string;
  /** Beside the label, such as a link for a forgotten password. */
  aside?: ReactNode;
}

/** A password field with a button that shows the password. */
export function PasswordField({ label, aside, ...input }: PasswordFieldProps) {
  const id = useId();
  return (
    <div>
      <div className={classes.labels}>
        <label className={classes.label} htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      <PasswordInput
        id={id}
        visibilityToggleIcon={Eye}
        visibilityToggleButtonProps={{ "aria-label": "Show the password", tabIndex: 0 }}
        {...input}
      />
    </div>
  );
}

function Eye({ reveal }: { reveal: boolean }) {
  const Icon = reveal ? IconEyeOff : IconEye;
  return <Icon size={16} stroke={1.75} aria-hidden />;
}
