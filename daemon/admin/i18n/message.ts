import type { MessageFormatElement, PluralElement } from '@formatjs/icu-messageformat-parser';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import type { PluralForms } from '../model/schema/text.js';

export type MessageValues = Readonly<Record<string, string | number>>;

/** The name of the number in a counted text. */
export const COUNT = 'count';

/** A phrase in one locale: an ICU message. */
export class Message {
  private formatter: IntlMessageFormat | undefined;

  private constructor(
    private readonly elements: MessageFormatElement[],
    /** Of the language the phrase is written in, which is a fallback's where the request's has none. */
    private readonly locale: string,
    /** Names of the arguments, each once. */
    readonly argumentNames: ReadonlySet<string>,
  ) {}

  /** Throws where the text is no ICU message; what it says is for the author of the language file. */
  static parse(text: string, locale: string): Message {
    // Tags are markup to the parser, but a "<" in a label is a "<".
    const elements = parse(text, { ignoreTag: true });
    return new Message(elements, locale, new Set(argumentsOf(elements)));
  }

  /** A value that nobody gives is shown as nothing: a phrase must not be able to break the answer that it stands in. */
  format(values: MessageValues = {}): string {
    const missing = [...this.argumentNames].map((name): [string, string] => [name, '']);
    this.formatter ??= new IntlMessageFormat(this.elements, this.locale);
    return String(this.formatter.format({ ...Object.fromEntries(missing), ...values }));
  }

  /** One text per plural category, for a client that knows the number; without a plural, "other" alone. `{name}` stays. */
  forms(): PluralForms {
    const exact = pluralsIn(this.elements).flatMap(({ options }) => Object.keys(options).filter(isExact));
    const categories = new Intl.PluralRules(this.locale).resolvedOptions().pluralCategories;
    const forms = [...new Set([...exact, ...categories, 'other'])].map((form): [string, string] => [
      form,
      this.elements.map((element) => inForm(element, form, '')).join(''),
    ]);
    const all = Object.fromEntries(forms) as PluralForms;
    return Object.values(all).every((text) => text === all.other) ? { other: all.other } : all;
  }
}

/** The element as text, with the options for this form taken; `number` is the argument that a "#" stands for. */
function inForm(element: MessageFormatElement, form: string, number: string): string {
  switch (element.type) {
    case TYPE.literal:
      return element.value;
    case TYPE.pound:
      return `{${number}}`;
    case TYPE.argument:
    case TYPE.number:
      return `{${element.value}}`;
    case TYPE.plural:
      return optionFor(element, form)
        .map((inner) => inForm(inner, form, element.value))
        .join('');
    case TYPE.select:
      return (element.options['other']?.value ?? []).map((inner) => inForm(inner, form, number)).join('');
    case TYPE.date:
    case TYPE.time:
    case TYPE.tag:
      return '';
  }
}

function optionFor(element: PluralElement, form: string): MessageFormatElement[] {
  const options: Readonly<Record<string, { readonly value: MessageFormatElement[] } | undefined>> = element.options;
  return (options[form] ?? options['other'])?.value ?? [];
}

function pluralsIn(elements: readonly MessageFormatElement[]): PluralElement[] {
  return elements.filter((element) => element.type === TYPE.plural);
}

function argumentsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.tag) return argumentsOf(element.children);
    const inner =
      element.type === TYPE.plural || element.type === TYPE.select
        ? Object.values(element.options).flatMap(({ value }) => argumentsOf(value))
        : [];
    return [element.value, ...inner];
  });
}

function isExact(option: string): boolean {
  return option.startsWith('=');
}
