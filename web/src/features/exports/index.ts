/** Export of records to a file. The dialog is loaded when it is first opened. */
export const loadExportDialog = () => import("./export-dialog.tsx");
