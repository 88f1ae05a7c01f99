import { isPhraseKey, namespaceOf } from '../../i18n/phrase-key.js';
import { COUNT } from '../../i18n/message.js';
import { CountedText, Text } from '../../model/schema/text.js';
import { didYouMean } from '../problems.js';
import type { Given, Spot } from '../spot.js';
import type { CompileContext } from './context.js';

/** Turns what was written into a text for people. A phrase that does not exist stops startup, not somebody's work. */
export function textOf({ value, at }: Given<string>, context: CompileContext): Text {
  checkPhrase(value, at, [], context);
  return new Text(value);
}

/** A text, or what stands there when nothing was written. */
export function textOr(given: Given<string> | undefined, fallback: string, context: CompileContext): Text {
  return given === undefined ? new Text(fallback) : textOf(given, context);
}

export function optionalText(given: Given<string> | undefined, context: CompileContext): Text | null {
  return given === undefined ? null : textOf(given, context);
}

/** A text that may distinguish numbers by an ICU plural of `count`. */
export function countedTextOf({ value, at }: Given<string>, context: CompileContext): CountedText {
  checkPhrase(value, at, [COUNT], context);
  return new CountedText(value);
}

function checkPhrase(key: string, at: Spot, allowed: readonly string[], { phrases, problems }: CompileContext): void {
  if (!isPhraseKey(key)) return;
  const message = phrases.find(key);
  if (message === undefined && phrases.isUnreadable(key)) return;
  if (message === undefined) {
    const elsewhere = phrases.localesOf(key);
    problems.add(at, `there is no phrase ${key} in the default locale (${phrases.defaultLocale})`, {
      expected: 'a phrase of a language file, or the text itself',
      advice:
        elsewhere.length > 0
          ? `it is there in ${elsewhere.join(', ')} alone`
          : didYouMean(key, phrases.keysOf(namespaceOf(key))),
    });
    return;
  }
  const unfilled = [...message.argumentNames].filter((name) => !allowed.includes(name));
  if (unfilled.length > 0) {
    problems.add(at, `the phrase ${key} has {${unfilled.join('}, {')}} in it, and nobody fills that in here`, {
      expected: allowed.length === 0 ? 'a phrase without arguments' : `no argument but {${allowed.join('}, {')}}`,
    });
  }
}
