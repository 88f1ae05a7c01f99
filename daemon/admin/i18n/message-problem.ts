import { messageOf } from '../../core/message-of.js';

const BEHIND_THE_NAME =
  'write {name}, or {name, plural, …}, {name, select, …}, {name, number}, {name, date}, {name, time}';
const FORM = 'write the form and its text in braces, such as: one {# post} other {# posts}';

/** What the parser's codes mean to the author of a language file. */
const MEANINGS: Readonly<Record<string, string>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: 'a { is not closed by a }',
  EMPTY_ARGUMENT: 'there is no name between { and }',
  MALFORMED_ARGUMENT: `the name behind { is not followed by a comma or by }: ${BEHIND_THE_NAME}`,
  EXPECT_ARGUMENT_TYPE: `there is nothing behind the comma: ${BEHIND_THE_NAME}`,
  INVALID_ARGUMENT_TYPE: `what follows the comma is none of plural, selectordinal, select, number, date and time: ${BEHIND_THE_NAME}`,
  EXPECT_ARGUMENT_STYLE: 'there is no style behind the second comma',
  INVALID_NUMBER_SKELETON: 'what follows :: is no number skeleton',
  EXPECT_NUMBER_SKELETON: 'there is no number skeleton behind ::',
  INVALID_DATE_TIME_SKELETON: 'what follows :: is no skeleton of a date or time',
  EXPECT_DATE_TIME_SKELETON: 'there is no skeleton of a date or time behind ::',
  UNCLOSED_QUOTE_IN_ARGUMENT_STYLE: "a ' in a style is not closed by another '",
  EXPECT_SELECT_ARGUMENT_OPTIONS: `plural or select has no forms: ${FORM}`,
  EXPECT_PLURAL_ARGUMENT_OFFSET_VALUE: 'offset: is not followed by a whole number',
  INVALID_PLURAL_ARGUMENT_OFFSET_VALUE: 'offset: is not followed by a whole number',
  EXPECT_SELECT_ARGUMENT_SELECTOR: `there is no form where one is expected: ${FORM}`,
  EXPECT_PLURAL_ARGUMENT_SELECTOR: `there is no form where one is expected: ${FORM}`,
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: `a form is not followed by its text in braces: ${FORM}`,
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: `a form is not followed by its text in braces: ${FORM}`,
  INVALID_PLURAL_ARGUMENT_SELECTOR: 'a form with = is not followed by a whole number, as in =0 {no posts}',
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: 'a form stands twice',
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: 'a form stands twice',
  MISSING_OTHER_CLAUSE: 'the form other {…} is missing',
};

/**
 * Why a text is not an ICU message, in words, with the character at which it shows. The parser gives a code alone; one that
 * is not known here is still a message that cannot be read.
 */
export function messageProblem(error: unknown): string {
  const meaning = MEANINGS[messageOf(error)] ?? 'it cannot be read';
  const { location } = error as { readonly location?: { readonly start?: { readonly offset?: unknown } } };
  const offset = location?.start?.offset;
  return typeof offset === 'number' ? `${meaning} (at character ${String(offset + 1)} of the text)` : meaning;
}
