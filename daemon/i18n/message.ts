import type { MessageFormatElement, PluralElement } from '@formatjs/icu-messageformat-parser';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import { messageOf } from '../core/faults.js';
import type { PluralForms } from './text.js';

export type MessageValues = Readonly<Record<string, string | number>>;

/** The argument for the number in a counted text. */
export const COUNT = 'count';

/** A phrase in one locale: an ICU message. */
export class Message {
  #formatter: IntlMessageFormat | undefined;

  private constructor(
    private readonly elements: MessageFormatElement[],
    /** The language of the phrase, which is a fallback if the requested language lacks the phrase. */
    private readonly locale: string,
    /** Names of the arguments, each once. */
    readonly argumentNames: ReadonlySet<string>,
  ) {}

  /** Throws if the text is not an ICU message. The error message is for the author of the language file. */
  static parse(text: string, locale: string): Message {
    // The parser would read tags as markup, but "<" in a label is just a character.
    const elements = parse(text, { ignoreTag: true });
    return new Message(elements, locale, new Set(argumentsOf(elements)));
  }

  /** Replaces a missing value with an empty text: a phrase must never break the response that contains it. */
  format(values: MessageValues = {}): string {
    const missing = [...this.argumentNames].map((name): [string, string] => [name, '']);
    this.#formatter ??= new IntlMessageFormat(this.elements, this.locale);
    return String(this.#formatter.format({ ...Object.fromEntries(missing), ...values }));
  }

  /** One text per plural category, for a client that knows the number; without a plural, only "other". `{name}` stays. */
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

/** The element as text, with the options for this form. `number` is the argument that "#" refers to. */
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

const BEHIND_THE_NAME =
  'write {name}, or {name, plural, …}, {name, select, …}, {name, number}, {name, date}, {name, time}';
const FORM = 'write the form and its text in braces, such as: one {# post} other {# posts}';

/** Explanations of the parser's codes for the author of a language file. */
const MEANINGS: Readonly<Record<string, string>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: 'a { is not closed by a }',
  EMPTY_ARGUMENT: 'there is no name between { and }',
  MALFORMED_ARGUMENT: `the name after { is not followed by a comma or by }: ${BEHIND_THE_NAME}`,
  EXPECT_ARGUMENT_TYPE: `there is nothing after the comma: ${BEHIND_THE_NAME}`,
  INVALID_ARGUMENT_TYPE: `the word after the comma is not one of plural, selectordinal, select, number, date and time: ${BEHIND_THE_NAME}`,
  EXPECT_ARGUMENT_STYLE: 'there is no style after the second comma',
  INVALID_NUMBER_SKELETON: 'the text after :: is not a number skeleton',
  EXPECT_NUMBER_SKELETON: 'there is no number skeleton after ::',
  INVALID_DATE_TIME_SKELETON: 'the text after :: is not a date or time skeleton',
  EXPECT_DATE_TIME_SKELETON: 'there is no date or time skeleton after ::',
  UNCLOSED_QUOTE_IN_ARGUMENT_STYLE: "a ' in a style is not closed by another '",
  EXPECT_SELECT_ARGUMENT_OPTIONS: `plural or select has no forms: ${FORM}`,
  EXPECT_PLURAL_ARGUMENT_OFFSET_VALUE: 'offset: is not followed by a whole number',
  INVALID_PLURAL_ARGUMENT_OFFSET_VALUE: 'offset: is not followed by a whole number',
  EXPECT_SELECT_ARGUMENT_SELECTOR: `there is no form where one is expected: ${FORM}`,
  EXPECT_PLURAL_ARGUMENT_SELECTOR: `there is no form where one is expected: ${FORM}`,
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: `a form is not followed by its text in braces: ${FORM}`,
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: `a form is not followed by its text in braces: ${FORM}`,
  INVALID_PLURAL_ARGUMENT_SELECTOR: 'a form with = is not followed by a whole number, as in =0 {no posts}',
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: 'a form appears twice',
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: 'a form appears twice',
  MISSING_OTHER_CLAUSE: 'the form other {…} is missing',
};

/**
 * Explains why a text is not an ICU message, with the position of the error. The parser only returns a code. An unknown
 * code results in the general message that the text cannot be read.
 */
export function messageProblem(error: unknown): string {
  const meaning = MEANINGS[messageOf(error)] ?? 'it cannot be read';
  const { location } = error as { readonly location?: { readonly start?: { readonly offset?: unknown } } };
  const offset = location?.start?.offset;
  return typeof offset === 'number' ? `${meaning} (at character ${String(offset + 1)} of the text)` : meaning;
}
