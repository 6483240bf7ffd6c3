import type { IAuthenticateGeneric, Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from "n8n-workflow";

export class KithApi implements ICredentialType {
  name = "kithApi";

  displayName = "Kith API";

  documentationUrl = "https://github.com/kith-crm/kith/blob/main/docs/connect/n8n.md";

  icon: Icon = { light: "file:../icons/kith.svg", dark: "file:../icons/kith.dark.svg" };

  properties: INodeProperties[] = [
    {
      displayName: "Address",
      name: "baseUrl",
      type: "string",
      default: "",
      placeholder: "https://kith.example.com",
      description: "Where your Kith is, as in the address bar, without a path",
      required: true,
    },
    {
      displayName: "API Key",
      name: "apiKey",
      type: "string",
      typeOptions: { password: true },
      default: "",
      description: "From Profile, API & Connectors in Kith. It acts as the person who made it.",
      required: true,
    },
  ];

  // Kith shows this name beside the key.
  authenticate: IAuthenticateGeneric = {
    type: "generic",
    properties: { headers: { "x-api-key": "={{$credentials.apiKey}}", "user-agent": "n8n-nodes-kith/0.1.0" } },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl.trim().split("/").slice(0, 3).join("/")}}', url: "/api/v1/me" },
  };
}
