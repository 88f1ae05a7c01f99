/** Suggested colours: of records, not of this application, whose own are the variables of styles/tokens.css. */
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
