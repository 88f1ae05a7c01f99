/** Any value of the API as text: JSON columns hold objects too. */
export function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      return value === null || value === undefined ? '' : JSON.stringify(value);
  }
}

/** No value at all: the column's default is shown, or a dash. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
