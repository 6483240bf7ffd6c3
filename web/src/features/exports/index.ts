/** Records as a file. The dialog is fetched when somebody opens it. */
export const loadExportDialog = () => import("./export-dialog.tsx");
