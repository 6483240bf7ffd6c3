import { useWindowEvent } from "@mantine/hooks";
import { useRef, useState } from "react";

/** Takes files that are dropped anywhere on the page or pasted into it. Answers whether some are being dragged over it. */
export function useTakeFiles(isOpen: boolean, onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  // A drag enters each element that it comes over before it leaves the last one.
  const depth = useRef(0);
  const isMeant = (event: DragEvent) => isOpen && !event.defaultPrevented && (event.dataTransfer?.types.includes("Files") ?? false);
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  useWindowEvent("dragenter", (event) => {
    if (!isMeant(event)) return;
    depth.current++;
    setOver(true);
  });
  useWindowEvent("dragleave", (event) => {
    if (isMeant(event) && --depth.current <= 0) leave();
  });
  useWindowEvent("dragover", (event) => {
    // Without it the browser would open the file in place of the page.
    if (isMeant(event)) event.preventDefault();
  });
  useWindowEvent("drop", (event) => {
    const isOurs = isMeant(event);
    leave();
    if (!isOurs) return;
    event.preventDefault();
    const files = filesIn(event.dataTransfer);
    if (files.length > 0) onFiles(files);
  });
  useWindowEvent("paste", (event) => {
    const files = filesIn(event.clipboardData);
    if (!isOpen || event.defaultPrevented || files.length === 0) return;
    // A copied part of a sheet is text and a picture of it. Where somebody writes, the text is meant.
    const isWriting = event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]") !== null;
    if (isWriting && event.clipboardData?.types.includes("text/plain")) return;
    event.preventDefault();
    onFiles(files);
  });
  return isOver;
}

/** A folder looks like a file, but has no bytes. */
function filesIn(data: DataTransfer | null): File[] {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === "file");
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry()?.isDirectory ?? false;
  return items.filter((item) => !isFolder(item)).flatMap((item) => item.getAsFile() ?? []);
}
