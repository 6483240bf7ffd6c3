import { examples } from "../../../../docs/webhooks.md";
import { CodeBlock } from "../../ui/code-block.tsx";
import { QuietTabs } from "../../ui/quiet-tabs.tsx";
import classes from "./delivery.module.css";

const tabs = examples
  .filter(({ section }) => section === "Verify")
  .map(({ title, code }) => ({ title, content: <CodeBlock code={code} label={`Receiver in ${title}`} /> }));

/** A receiver that checks signatures, as the documentation has it. */
export function VerifySignature() {
  return (
    <section className={classes.verify} aria-label="Verify a signature">
      <div className={classes.head}>
        <h2>Verify a signature</h2>
      </div>
      <p className={`k-muted ${classes.lead}`}>
        Check it over the bytes as they arrive, before you parse them. Set <code>KITH_SECRET</code> to the secret of the webhook.
      </p>
      <QuietTabs label="Language" tabs={tabs} />
    </section>
  );
}
