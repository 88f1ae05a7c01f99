/** Converts any API value to text. JSON columns may contain objects. */
export function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      return value === null || value === undefined ? '' : JSON.stringify(value);
  }
}

/** Whether there is no value, so that the cell shows the column's default or a dash. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
