// The walls: kernel ← platform ← features ← surfaces ← app. `npm run walls` walks every import and fails on a wrong arrow.
const only = (name, from, allowed, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: from },
  to: { pathNot: allowed },
});
const SRC = "server/src";
const PACKAGES = "node_modules|packages/filter/|^node:|^[a-z_/]+$";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    only("kernel-stands-alone", `${SRC}/kernel/`, [`${SRC}/kernel/`, PACKAGES], "the grammar knows no CRM noun, no database and no HTTP"),
    only("platform-knows-the-kernel", `${SRC}/platform/`, [`${SRC}/(kernel|platform)/`, PACKAGES], "technology knows no CRM noun"),
    only(
      "features-know-what-is-below",
      `${SRC}/features/`,
      [`${SRC}/(kernel|platform|features)/`, PACKAGES],
      "a room never sees a surface",
    ),
    only(
      "surfaces-know-what-is-below",
      `${SRC}/surfaces/`,
      [`${SRC}/(kernel|platform|features|surfaces)/`, PACKAGES],
      "a surface never sees the wiring",
    ),
    {
      name: "rooms-have-doors",
      comment: "one room uses another only through its index.ts, or its pure operations.ts",
      severity: "error",
      from: { path: `${SRC}/features/([^/]+)/` },
      to: { path: `${SRC}/features/`, pathNot: [`${SRC}/features/$1/`, `${SRC}/features/[^/]+/(index|operations)\\.ts$`] },
    },
    {
      name: "operations-are-pure",
      comment: "the web application imports them: zod, the pure part of the kernel and other operations only",
      severity: "error",
      from: {
        path: [
          `${SRC}/features/[^/]+/(operations|events)\\.ts$`,
          `${SRC}/features/types/filter-schema\\.ts$`,
          `${SRC}/(contract|pages)\\.ts$`,
        ],
      },
      to: {
        pathNot: [
          `${SRC}/features/[^/]+/operations\\.ts$`,
          `${SRC}/features/passwords/common\\.ts$`,
          `${SRC}/features/types/filter-schema\\.ts$`,
          "packages/filter/",
          `${SRC}/kernel/(event|ids|operation|paging)\\.ts$`,
          `${SRC}/pages\\.ts$`,
          "node_modules/zod/",
        ],
      },
    },
    {
      name: "web-has-one-door",
      comment: "the web application knows the server by its contract alone",
      severity: "error",
      from: { path: "^web/src" },
      to: {
        path: SRC,
        pathNot: [`${SRC}/contract\\.ts$`, `${SRC}/features/[^/]+/(operations|events)\\.ts$`, `${SRC}/features/types/filter-schema\\.ts$`],
      },
    },
    {
      name: "ui-knows-no-noun",
      severity: "error",
      from: { path: "^web/src/ui/" },
      to: { path: "^web/src/(features|api|app|router)" },
    },
  ],
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test\\.ts$|/dist/" },
    enhancedResolveOptions: {
      conditionNames: ["source", "import", "default"],
      exportsFields: ["exports"],
      extensions: [".ts", ".tsx", ".js"],
    },
    tsPreCompilationDeps: true,
  },
};
