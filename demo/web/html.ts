import type { Request } from 'express';

/** Markup that is safe to send. Only `html` creates it, so text can never become markup by accident. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = Html | string | number | readonly Part[] | undefined;

/** A template that escapes interpolated texts, in content and in quoted attributes. `undefined` inserts nothing. */
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

/** One field of a submitted form or query; empty if it is missing or repeated. */
export function field(source: unknown, name: string): string {
  const value = values(source)[name];
  return typeof value === 'string' ? value : '';
}

/** The values of all ticked checkboxes with this name. */
export function ticked(request: Request, name: string): string[] {
  const value = values(request.body)[name];
  return [value].flat().filter((item) => typeof item === 'string');
}

function values(source: unknown): Readonly<Record<string, unknown>> {
  return typeof source === 'object' && source !== null ? { ...source } : {};
}
