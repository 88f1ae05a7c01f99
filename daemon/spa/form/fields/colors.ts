/** Returns "#rrggbb" in lower case, as the API expects (AD-211); undefined if the text is not a color. */
export function hexColor(text: string): string | undefined {
  const digits = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return undefined;
  return `#${digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join('')}`;
}

/** Suggested colors for records. The colors of this application are the variables in styles/tokens.css. */
export const SWATCHES = [
  '#1f2937',
  '#6b7280',
  '#dc2626',
  '#ea580c',
  '#d97706',
  '#65a30d',
  '#059669',
  '#0891b2',
  '#2563eb',
  '#7c3aed',
  '#c026d3',
  '#e11d48',
] as const;
