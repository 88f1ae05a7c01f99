/** Hands a file to the browser, which saves it under the name. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken the file over when it handles the click, which may be after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
