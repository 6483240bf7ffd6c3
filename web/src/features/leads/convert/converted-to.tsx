import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { DialogBody, DialogFoot } from "../../../ui/dialog.tsx";
import type { Preview } from "./preview.ts";
import classes from "./convert.module.css";

interface ConvertedToProps {
  conversion: NonNullable<Preview["conversion"]>;
  onClose: () => void;
}

/** Somebody was faster: what the lead became. */
export function ConvertedTo({ conversion, onClose }: ConvertedToProps) {
  const made = [
    ["contact", "Contact", conversion.contact],
    ["organization", "Organization", conversion.organization],
    ["deal", "Deal", conversion.deal],
  ] as const;
  return (
    <>
      <DialogBody>
        <p className="k-muted">This lead is converted already.</p>
        <dl className={classes.became}>
          {made.map(
            ([type, label, record]) =>
              record && (
                <div key={type}>
                  <dt>{label}</dt>
                  <dd>
                    <Link to="/records/$type/$id" params={{ type, id: record.id }} onClick={onClose}>
                      {record.title}
                    </Link>
                  </dd>
                </div>
              ),
          )}
        </dl>
      </DialogBody>
      <DialogFoot>
        <Button size="sm" variant="filled" onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogFoot>
    </>
  );
}
