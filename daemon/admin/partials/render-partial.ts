import type { PhraseBook } from '../i18n/phrase-book.js';
import type { RenderPartial } from '../usecases/show-partial.js';
import type { CompiledTemplate } from './compile-template.js';
import { htmlToNodes } from './html-to-nodes.js';
import { renderTemplate } from './render-template.js';
import { viewModel } from './view-model.js';

/** From a view model to nodes: refused or converted, rendered in the language of the request, filtered. */
export function partialRenderer(templates: ReadonlyMap<string, CompiledTemplate>, phrases: PhraseBook): RenderPartial {
  return ({ file }, value, locale) => {
    const template = templates.get(file);
    if (template === undefined) throw new Error(`the template ${file} was never compiled`);
    const translator = phrases.in(locale);
    return htmlToNodes(renderTemplate(template, viewModel(value), (key) => translator.text(key)));
  };
}
