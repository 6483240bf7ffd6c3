import classes from "./data-model.module.css";
import { typeIcons } from "./type-icon.tsx";

interface IconPickerProps {
  value: string;
  onChange: (name: string) => void;
}

/** The icons a type can have; arrow keys walk through them. */
export function IconPicker({ value, onChange }: IconPickerProps) {
  return (
    <fieldset className={classes.icons}>
      <legend className={classes.iconsLegend}>Icon</legend>
      {Object.entries(typeIcons).map(([name, Icon]) => (
        <label className={classes.icon} key={name}>
          <input
            type="radio"
            name="icon"
            value={name}
            checked={name === value}
            aria-label={name.replaceAll(/[-\d]+/g, " ").trim()}
            onChange={() => onChange(name)}
          />
          <Icon size={18} stroke={1.75} aria-hidden />
        </label>
      ))}
    </fieldset>
  );
}
