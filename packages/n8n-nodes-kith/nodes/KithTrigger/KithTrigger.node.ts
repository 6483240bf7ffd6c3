import type {
  IDataObject,
  IHookFunctions,
  ILoadOptionsFunctions,
  INodePropertyOptions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from "n8n-workflow";
import { NodeConnectionTypes } from "n8n-workflow";
import { kith } from "../kith";
import { checkExists, create, remove } from "./registration";
import { isGenuine } from "./verify";

export class KithTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Kith Trigger",
    name: "kithTrigger",
    icon: { light: "file:../../icons/kith.svg", dark: "file:../../icons/kith.dark.svg" },
    group: ["trigger"],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: "Starts the workflow when something happens in a Kith CRM",
    defaults: { name: "Kith Trigger" },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "kithApi", required: true }],
    webhooks: [{ name: "default", httpMethod: "POST", responseMode: "onReceived", path: "webhook" }],
    properties: [
      {
        displayName: "Event Names or IDs",
        name: "events",
        type: "multiOptions",
        typeOptions: { loadOptionsMethod: "getEvents" },
        default: [],
        required: true,
        description:
          'What starts the workflow. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
      },
      {
        displayName: "Filter",
        name: "filter",
        type: "string",
        default: "",
        placeholder: "type:deal stage:won",
        description: "Only records that match, in the filter language of Kith. It may begin with a type.",
      },
    ],
  };

  methods = {
    loadOptions: {
      async getEvents(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
        const { items } = await kith(this, "webhooks.eventTypes");
        return (items as IDataObject[]).map(({ type, label, summary }) => ({
          name: String(label),
          value: String(type),
          description: String(summary),
        }));
      },
    },
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions) {
        return checkExists(this);
      },
      async create(this: IHookFunctions) {
        return create(this);
      },
      async delete(this: IHookFunctions) {
        return remove(this);
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { headers, rawBody } = this.getRequestObject();
    const { secret } = this.getWorkflowStaticData("node") as { secret?: string };
    if (!secret || !isGenuine(secret, { headers, body: rawBody }, Date.now())) {
      this.getResponseObject().status(401).json({ message: "This message is not signed by Kith." });
      return { noWebhookResponse: true };
    }
    // A message may come twice, with the same id. Messages of one record come in order, unless the header says otherwise.
    const delivery = { delivery_id: headers["webhook-id"], is_out_of_order: headers["kith-out-of-order"] === "true" };
    return { workflowData: [this.helpers.returnJsonArray({ ...this.getBodyData(), ...delivery })] };
  }
}
