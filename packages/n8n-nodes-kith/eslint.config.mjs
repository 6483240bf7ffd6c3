import js from "@eslint/js";
import { n8nCommunityNodesPlugin } from "@n8n/eslint-plugin-community-nodes";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import importX from "eslint-plugin-import-x";
import n8nNodesBase from "eslint-plugin-n8n-nodes-base";
import { globalIgnores } from "eslint/config";
import typescript from "typescript-eslint";

// The rules that n8n verifies community nodes by: those of @n8n/node-cli 0.48.3, which itself needs packages that are not there.
const { recommended } = n8nCommunityNodesPlugin.configs;

export default typescript.config(
  globalIgnores(["dist"]),
  {
    files: ["**/*.ts"],
    extends: [js.configs.recommended, typescript.configs.recommended, recommended, importX.configs["flat/recommended"]],
    rules: { "prefer-spread": "off", "no-console": "error" },
  },
  {
    plugins: { "n8n-nodes-base": n8nNodesBase },
    settings: { "import-x/resolver-next": [createTypeScriptImportResolver()] },
  },
  {
    files: ["package.json"],
    extends: [recommended],
    rules: { ...n8nNodesBase.configs.community.rules },
    languageOptions: { parser: typescript.parser, parserOptions: { extraFileExtensions: [".json"] } },
  },
  {
    files: ["./credentials/**/*.ts"],
    rules: {
      ...n8nNodesBase.configs.credentials.rules,
      "n8n-nodes-base/cred-class-field-documentation-url-miscased": "off",
      "n8n-nodes-base/cred-class-field-type-options-password-missing": "off",
    },
  },
  {
    files: ["./nodes/**/*.ts"],
    rules: {
      ...n8nNodesBase.configs.nodes.rules,
      "n8n-nodes-base/node-class-description-inputs-wrong-regular-node": "off",
      "n8n-nodes-base/node-class-description-outputs-wrong": "off",
      "n8n-nodes-base/node-param-type-options-max-value-present": "off",
    },
  },
);
