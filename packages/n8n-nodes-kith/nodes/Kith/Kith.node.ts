import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from "n8n-workflow";
import { NodeConnectionTypes, NodeOperationError } from "n8n-workflow";
import { getFields, searchTypes } from "./lists";
import { properties } from "./properties";
import { RUNS } from "./run";

export class Kith implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Kith",
    name: "kith",
    icon: { light: "file:../../icons/kith.svg", dark: "file:../../icons/kith.dark.svg" },
    group: ["transform"],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + ($parameter["type"]?.value ?? "")}}',
    description: "Read and write the records of a Kith CRM",
    defaults: { name: "Kith" },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: "kithApi", required: true }],
    properties,
  };

  methods = {
    listSearch: { searchTypes },
    resourceMapping: { getFields },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    for (let at = 0; at < this.getInputData().length; at++) {
      try {
        const operation = this.getNodeParameter("operation", at) as string;
        const run = RUNS[operation];
        if (!run) throw new NodeOperationError(this.getNode(), `There is no operation ${operation}`, { itemIndex: at });
        const rows = this.helpers.returnJsonArray(await run(this, at));
        results.push(...this.helpers.constructExecutionMetaData(rows, { itemData: { item: at } }));
      } catch (error) {
        // It keeps the text of an error that is explained already.
        if (!this.continueOnFail()) throw new NodeOperationError(this.getNode(), error as Error, { itemIndex: at });
        results.push({ json: { error: (error as Error).message }, pairedItem: { item: at } });
      }
    }
    return [results];
  }
}
