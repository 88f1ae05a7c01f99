import type { Request } from 'express';

/** Markup that may be sent as it is. Only `html` makes it, so text can never become markup by accident. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = Html | string | number | readonly Part[] | undefined;

/** A template whose interpolated texts are escaped, in content and in quoted attributes alike. `undefined` is nothing. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(literals.map((literal, index) => literal + render(parts[index])).join(''));
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

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
