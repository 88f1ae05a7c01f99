/**
 * A text for people inside a locale-neutral schema: a phrase key ("acme.blog::lang.posts.title"), or the text itself. A class
 * of its own, so that localising a schema finds every text and nothing else.
 */
export class Text {
  /** Only a type: without it, a CountedText would be a Text too, and no text with plural forms once it is localised. */
  declare protected readonly plain: never;

  constructor(readonly source: string) {
    Object.freeze(this);
  }
}

/** A text that goes with a number the client knows: the name of what a list holds, "1 post", "3 posts". */
export class CountedText {
  constructor(readonly source: string) {
    Object.freeze(this);
  }
}

/**
 * A counted text in one locale: one text per plural category of the locale (Intl.PluralRules: "one", "other", …) and per
 * exact number ("=0") that the phrase distinguishes. `{count}` in it stands for the number. "other" is always there.
 */
export type PluralForms = Readonly<Record<string, string>> & { readonly other: string };

/** What a schema is after localising. */
export type Localised<T> = T extends Text
  ? string
  : T extends CountedText
    ? PluralForms
    : T extends readonly (infer Item)[]
      ? readonly Localised<Item>[]
      : T extends object
        ? { readonly [Name in keyof T]: Localised<T[Name]> }
        : T;
