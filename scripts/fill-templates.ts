import { fillTemplates } from "./installation-database.ts";

// Fills the databases that browser tests clone, in a process of its own: Playwright would compile the whole service in a way of its own,
// and a connection that waits meanwhile is given up.
const [clusterUrl = ""] = process.argv.slice(2);
await fillTemplates(clusterUrl);
