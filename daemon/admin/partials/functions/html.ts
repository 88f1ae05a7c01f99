const ESCAPES: Readonly<Record<string, string>> = {
  '\0': '\ufffd',
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** The function `html`: what may stand in text and in quoted attributes. */
export function html(text: string): string {
  return text.replace(/[\0"'&<>]/g, (character) => ESCAPES[character] ?? character);
}
