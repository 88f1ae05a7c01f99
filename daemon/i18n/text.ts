/**
 * A text in a locale-neutral schema: a phrase key ("acme.blog::lang.posts.title") or the text itself. It is a separate
 * class so that localisation finds exactly the texts of a schema.
 */
export class Text {
  /** Only for the type checker: otherwise a CountedText would also be a Text, and localisation would lose its plural forms. */
  declare protected readonly plain: never;

  constructor(readonly source: string) {
    Object.freeze(this);
  }
}

/** A text with a number that the client knows, such as the name of a list's records: "1 post", "3 posts". */
export class CountedText {
  constructor(readonly source: string) {
    Object.freeze(this);
  }
}

/**
 * A counted text in one locale: one text per plural category of the locale (Intl.PluralRules: "one", "other", …) and per
 * exact number ("=0") that the phrase distinguishes. `{count}` is the placeholder for the number. "other" always exists.
 */
export type PluralForms = Readonly<Record<string, string>> & { readonly other: string };

/** The type of a schema after localisation. */
export type Localised<T> = T extends Text
  ? string
  : T extends CountedText
    ? PluralForms
    : T extends readonly (infer Item)[]
      ? readonly Localised<Item>[]
      : T extends object
        ? { readonly [Name in keyof T]: Localised<T[Name]> }
        : T;
