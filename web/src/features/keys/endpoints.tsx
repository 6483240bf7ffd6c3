import { CopyIcon } from "../../ui/copy.tsx";
import { Line, Lines, Section } from "../../ui/page.tsx";
import classes from "./keys.module.css";

/** Where clients connect. */
export function Endpoints() {
  return (
    <Section
      title="Connect a client"
      lead={
        <>
          Assistants connect over MCP, everything else over REST. Both take the key in the <code>x-api-key</code> header.
        </>
      }
    >
      <EndpointLines />
    </Section>
  );
}

function EndpointLines() {
  const rest = `${window.location.origin}/api/v1`;
  return (
    <Lines>
      <Endpoint label="MCP" address={`${rest}/mcp`} note="Streamable HTTP" />
      <Endpoint label="REST" address={rest} note={<a href="/api/v1/docs">OpenAPI 3.1.0</a>} />
    </Lines>
  );
}

function Endpoint({ label, address, note }: { label: string; address: string; note: React.ReactNode }) {
  return (
    <Line label={label}>
      <span className={`k-mono k-truncate ${classes.endpoint}`}>{address}</span>
      <span className="k-tip" style={{ marginLeft: "auto" }}>
        {note}
      </span>
      <CopyIcon text={address} label={`Copy the ${label} address`} />
    </Line>
  );
}
