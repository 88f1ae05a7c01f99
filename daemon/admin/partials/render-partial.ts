import { messageOf } from '../../core/message-of.js';
import type { PhraseBook } from '../i18n/phrase-book.js';
import type { RenderPartial } from '../usecases/show-partial.js';
import type { CompiledTemplate } from './compile-template.js';
import { htmlToNodes } from './html-to-nodes.js';
import { renderTemplate } from './render-template.js';
import { viewModel } from './view-model.js';

/** A partial could not be shown. Says of which controller it was, for the log; a client gets the generic 500. */
export class PartialFailed extends Error {
  override readonly name = 'PartialFailed';
}

/** From a view model to nodes: refused or converted, rendered in the language of the request, filtered. */
export function partialRenderer(templates: ReadonlyMap<string, CompiledTemplate>, phrases: PhraseBook): RenderPartial {
  return ({ file }, value, locale) => {
    const template = templates.get(file);
    if (template === undefined) throw new Error(`the template ${file} was never compiled`);
    const translator = phrases.in(locale);
    try {
      const html = renderTemplate(template, viewModel(value), (key) => translator.text(key));
      return htmlToNodes(html);
    } catch (error) {
      throw new PartialFailed(`the partial ${file} could not be shown: ${messageOf(error)}`, { cause: error });
    }
  };
}
