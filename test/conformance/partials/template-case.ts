import { readFileSync } from 'node:fs';
import { compileTemplate, renderTemplate } from '../../../daemon/admin/partials/template.js';
import { TemplateExecutionError, TemplateSyntaxError } from '../../../daemon/admin/partials/runtime/limits.js';
import { viewModelFromJson } from '../../../daemon/admin/testing/view-model-from-json.js';

/** Go's result for a template: see test/corpora/gotemplate/README.md. */
export interface TemplateCase {
  readonly id: string;
  readonly feature: string;
  readonly template: string;
  /** JSON text: `1` and `1.0` are different. */
  readonly data: string;
  readonly phrases?: Readonly<Record<string, string>>;
  readonly ok: boolean;
  readonly output?: string;
  readonly stage?: 'parse' | 'exec';
}

/** A case without its answer. */
export type Question = Pick<TemplateCase, 'template' | 'data' | 'phrases'>;

export type Answer = { readonly output: string } | { readonly stage: 'parse' | 'exec'; readonly message: string };

export function readCases(url: URL): readonly TemplateCase[] {
  const file = JSON.parse(readFileSync(url, 'utf8')) as { data?: string; cases: TemplateCase[] };
  return file.cases.map((one) => ({ ...(file.data !== undefined && { data: file.data }), ...one }));
}

/** The result of the partials' engine. Throws errors that are not of its own kinds, because they are defects. */
export function answer({ template, data, phrases = {} }: Question): Answer {
  try {
    const compiled = compileTemplate('partial', template);
    const translate = (key: string): string => (Object.hasOwn(phrases, key) ? (phrases[key] ?? key) : key);
    return { output: renderTemplate(compiled, viewModelFromJson(data), { translate, formatNumber: String }) };
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return { stage: 'parse', message: error.message };
    if (error instanceof TemplateExecutionError) return { stage: 'exec', message: error.message };
    throw error;
  }
}
