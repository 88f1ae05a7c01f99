import type { CompiledTemplate } from './compile-template.js';
import { Work } from './execute/work.js';
import { Printer } from './format/printer.js';
import { displayed, wellFormed } from './values/go-string.js';
import type { Value } from './values/value.js';

/**
 * Renders a compiled template to HTML.
 *
 * The template sees the view model as `.Data`, and calls `translate` for its `trans '<key>'`. Throws a
 * TemplateExecutionError where the template and the data do not go together, and PartialLimitExceeded at a cap of
 * `limits.ts`; nothing is shown then, also not what came before it.
 */
export function renderTemplate(template: CompiledTemplate, data: Value, translate: (key: string) => string): string {
  const work = new Work();
  const printer = new Printer(work);
  const root = new Map([['Data', data]]);
  const phrase = (key: string): string => wellFormed(translate(displayed(key)));
  template.body.run({ depth: 0, work, printer, translate: phrase }, root);
  work.output = displayed(work.output);
  return work.finished();
}
