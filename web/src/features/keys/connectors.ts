/** One way to reach Kith from somewhere else: what it is for, and what to paste where. */
export interface Connector {
  name: string;
  /** What it is good for, in a few words. */
  use: string;
  /** Its page of the documentation: a file of docs/connect. */
  guide: string;
  /** What to paste, each into the place that its caption names. */
  steps: { caption: string; code: string }[];
  /** Assistants have a set-up for each of them instead. */
  isForAssistants?: true;
}

const ENVIRONMENT = "In the environment, not in a file:";

/** The connectors with the address of this installation, those that most people look for first. */
export function connectors(baseUrl: string): Connector[] {
  const rest = `${baseUrl}/api/v1`;
  const environment = `export KITH_URL='${baseUrl}'\nexport KITH_API_KEY='your key'`;
  const me = { caption: "Try the connection with a request to this address:", code: `${rest}/me` };
  const header = { caption: "A header of every request, with your key as its value:", code: "x-api-key" };
  return [
    { name: "Assistants", use: "Claude, Cursor, VS Code and others, over MCP", guide: "assistants", steps: [], isForAssistants: true },
    {
      name: "n8n",
      use: "Kith node and trigger for workflows",
      guide: "n8n",
      steps: [
        { caption: "Settings → Community nodes → Install:", code: "n8n-nodes-kith" },
        { caption: "Credentials → Kith API → Address. Your key goes below it:", code: baseUrl },
      ],
    },
    {
      name: "Zapier",
      use: "Trigger, create, create or update, search",
      guide: "zapier",
      steps: [{ caption: "When Zapier asks for the address. Your key goes below it:", code: baseUrl }],
    },
    { name: "Make", use: "Scenarios, with its HTTP and Webhooks modules", guide: "make", steps: [me, header] },
    { name: "Activepieces", use: "Flows, with its HTTP and Webhook pieces", guide: "activepieces", steps: [me, header] },
    {
      name: "Command line",
      use: "Records, imports and exports from a terminal",
      guide: "cli",
      steps: [{ caption: "In a terminal. It asks for the key:", code: `npm install --global @kith/cli\nkith login --url ${baseUrl}` }],
    },
    {
      name: "SDK",
      use: "TypeScript and JavaScript",
      guide: "sdk",
      steps: [
        { caption: ENVIRONMENT, code: environment },
        { caption: "In the folder of your program:", code: "npm install @kith/sdk" },
        {
          caption: "In your program:",
          code: [
            'import { env } from "node:process";',
            'import { createKith } from "@kith/sdk";',
            "",
            "const kith = createKith({ url: env.KITH_URL, apiKey: env.KITH_API_KEY });",
            "console.log(await kith.members.me());",
          ].join("\n"),
        },
      ],
    },
    {
      name: "Plain HTTP",
      use: "Anything else that sends requests",
      guide: "http",
      steps: [
        { caption: ENVIRONMENT, code: environment },
        { caption: "In a terminal:", code: 'curl "$KITH_URL/api/v1/me" -H "x-api-key: $KITH_API_KEY"' },
      ],
    },
  ];
}
