/** Content types of the files that the admin backend serves, by extension. It does not serve other files. */
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['js', 'text/javascript; charset=utf-8'],
  ['mjs', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['woff2', 'font/woff2'],
]);

/** "js" for "js/meter.js"; empty if there is none. */
export function extensionOf(path: string): string {
  return /\.(\w+)$/.exec(path)?.[1] ?? '';
}

export function contentTypeOf(path: string): string | undefined {
  return CONTENT_TYPES.get(extensionOf(path));
}
