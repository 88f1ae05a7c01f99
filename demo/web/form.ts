import type { Request } from 'express';

/** One field of a submitted form or query; empty when it is missing or was sent more than once. */
export function field(source: unknown, name: string): string {
  const value = values(source)[name];
  return typeof value === 'string' ? value : '';
}

/** The values of the checkboxes of one name that are ticked. */
export function ticked(request: Request, name: string): string[] {
  const value = values(request.body)[name];
  return [value].flat().filter((item) => typeof item === 'string');
}

function values(source: unknown): Readonly<Record<string, unknown>> {
  return typeof source === 'object' && source !== null ? { ...source } : {};
}
