import type { Localised } from '../model/schema/text.js';
import type { PhraseBook } from './phrase-book.js';

/**
 * Views in the locales they were asked for in. A copy is kept as long as the view it is a copy of, and there are only so
 * many locales: memory is bounded by whoever keeps the views.
 */
export class LocalisedViews {
  private readonly kept = new WeakMap<object, Map<string, unknown>>();

  constructor(private readonly phrases: PhraseBook) {}

  get<View extends object>(view: View, locale: string): Localised<View> {
    const translator = this.phrases.in(locale);
    const copies = this.kept.get(view) ?? new Map<string, unknown>();
    this.kept.set(view, copies);
    const copy = copies.get(translator.locale) ?? translator.localise(view);
    copies.set(translator.locale, copy);
    return copy as Localised<View>;
  }
}
