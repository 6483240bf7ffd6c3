// Which part may import which: kernel ← platform ← features ← surfaces ← app on the server, and the same kind of order in the browser.
// `npm run walls` walks every import and fails on one that is not allowed. server/test/structure.test.ts sees each rule fail, and counts
// that no feature uses one that uses it.
const only = (name, from, allowed, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: from },
  to: { pathNot: allowed },
});
const never = (name, from, forbidden, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: from },
  to: { path: forbidden },
});
const SRC = "server/src";
/** What is declared of a feature: the web application imports it, so it must not pull in anything else. */
const PURE = `${SRC}/features/[^/]+/([a-z-]*operations|[a-z-]*events|shapes|ids|inputs)\\.ts$`;
const WEB = "^web/src";
const PACKAGES = "node_modules|packages/filter/|^node:|^[a-z_/]+$";

const server = [
  only("kernel-imports-nothing", `${SRC}/kernel/`, [`${SRC}/kernel/`, PACKAGES], "the grammar knows no CRM noun, no database and no HTTP"),
  only("platform-imports-kernel", `${SRC}/platform/`, [`${SRC}/(kernel|platform)/`, PACKAGES], "technology knows no CRM noun"),
  only(
    "features-import-what-is-below",
    `${SRC}/features/`,
    [`${SRC}/(kernel|platform|features)/`, PACKAGES],
    "a feature never imports a surface",
  ),
  only(
    "surfaces-import-what-is-below",
    `${SRC}/surfaces/`,
    [`${SRC}/(kernel|platform|features|surfaces)/`, PACKAGES],
    "a surface never imports the wiring",
  ),
  never(
    "features-declare-what-they-need",
    `${SRC}/(background|config|services|settings)[^/]*\\.ts$`,
    `${SRC}/features/`,
    "a feature declares its workers, quotas, settings and services in its feature.ts; nothing that starts or reads them knows its name",
  ),
  {
    name: "server-features-through-index",
    comment: "one feature uses another only through its index.ts, or its pure files: operations, events, ids, inputs and shapes",
    severity: "error",
    from: { path: `${SRC}/features/([^/]+)/` },
    to: {
      path: `${SRC}/features/`,
      pathNot: [`${SRC}/features/$1/`, `${SRC}/features/[^/]+/index\\.ts$`, PURE],
    },
  },
  {
    name: "operations-and-events-are-pure",
    comment:
      "the web application imports them: zod, the pure files of kernel and platform, and other operations only; a type is gone when they run",
    severity: "error",
    from: {
      path: [
        PURE,
        `${SRC}/features/(types/(filter-schema|formats|key-from|only-what-holds)|inbox/filter-schema|members/mentions)\\.ts$`,
        `${SRC}/kernel/sentences\\.ts$`,
        `${SRC}/platform/(any-object|ids|paging|unparsed)\\.ts$`,
      ],
    },
    to: {
      pathNot: [
        PURE,
        `${SRC}/features/passwords/common-passwords\\.ts$`,
        `${SRC}/features/lead-sending/(ids|shapes)\\.ts$`,
        `${SRC}/features/(types/(filter-schema|formats|key-from|only-what-holds)|inbox/filter-schema|members/mentions)\\.ts$`,
        "packages/filter/",
        `${SRC}/kernel/(event|operation|sentences|subscription)\\.ts$`,
        `${SRC}/platform/(any-object|ids|paging|unparsed)\\.ts$`,
        "node_modules/zod/",
      ],
      dependencyTypesNot: ["type-only"],
    },
  },
  {
    name: "records-parts",
    comment: "reading and writing records know nothing of each other; history uses both",
    severity: "error",
    from: { path: `${SRC}/features/records/(query|write|notes)/` },
    to: { path: `${SRC}/features/records/(query|write|notes|history)/`, pathNot: `${SRC}/features/records/$1/` },
  },
];

const web = [
  {
    name: "web-imports-pure-server-files",
    comment: "the web application knows the server by its contract, and by the operations and events of its features",
    severity: "error",
    from: { path: WEB },
    to: {
      path: SRC,
      pathNot: [
        `${SRC}/contract\\.ts$`,
        `${SRC}/features/[^/]+/(operations|events)\\.ts$`,
        `${SRC}/features/(types/(filter-schema|formats|key-from|only-what-holds)|inbox/filter-schema|members/mentions)\\.ts$`,
      ],
    },
  },
  {
    name: "contract-for-types-only",
    comment: "what runs comes from a feature's own files: a value of the contract would put every schema into the first script",
    severity: "error",
    from: { path: WEB },
    to: { path: `${SRC}/contract\\.ts$`, dependencyTypesNot: ["type-only"] },
  },
  {
    name: "web-features-through-index",
    comment: "one feature uses another only through its index.ts",
    severity: "error",
    from: { path: `${WEB}/features/([^/]+)/` },
    to: { path: `${WEB}/features/`, pathNot: [`${WEB}/features/$1/`, `${WEB}/features/[^/]+/index\\.ts$`] },
  },
  {
    name: "app-uses-manifests-and-index",
    comment: "what is above the features knows their manifests (features.ts) and their index.ts, no file inside",
    severity: "error",
    from: { path: `${WEB}/[^/]+$` },
    to: { path: `${WEB}/features/`, pathNot: `${WEB}/features/[^/]+/(index|feature)\\.ts$` },
  },
  never(
    "features-are-below-app",
    `${WEB}/features/`,
    `${WEB}/(app|router|main|features)\\.tsx?$`,
    "a feature never imports what is made of all features",
  ),
  never(
    "live-and-outbox-know-no-feature",
    `${WEB}/(live|outbox)/`,
    `${WEB}/(features|layout|app|router|main|routes|manifest)`,
    "features register with them",
  ),
  never("layout-knows-no-feature", `${WEB}/layout/`, `${WEB}/(features|app|router|main|routes)`, "the layout is given the manifests"),
  never("ui-knows-no-feature", `${WEB}/ui/`, `${WEB}/(?!ui/)`, "parts of a page know nothing of a CRM"),
];

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [{ name: "no-cycles", severity: "error", from: {}, to: { circular: true } }, ...server, ...web],
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
