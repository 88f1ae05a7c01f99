import { key, required } from '../../../core/described-keys.js';
import type { Tone } from '../../api/tones.js';
import { TONES } from '../../api/tones.js';
import { keyed, NONE } from '../yaml/keyed.js';
import type { Given } from '../yaml/problems.js';
import type { Reader } from '../yaml/readers.js';
import { either, given, matching, NAME, refuse, scalar, text } from '../yaml/readers.js';

/** A listed choice: its value, its text for people, and what it means. */
export interface ListedChoice {
  readonly value: string;
  readonly label: Given<string>;
  readonly color?: Tone;
}

/** Meanings instead of colors: the page has a readable color and an icon for each, in both themes. */
const tone: Reader<Tone> = scalar(
  `one of ${TONES.join(', ')}`,
  (value) => TONES.find((one) => one === value),
  (value) =>
    /^#[0-9a-f]{3,8}$/i.test(String(value)) ? 'write a meaning; each has its own color in light and dark' : undefined,
);

/** A choice with more than its label. */
export const OPTION = keyed('option keys', {
  label: required(text, { does: 'Text of the choice.' }),
  color: key(tone, {
    otherwise: NONE,
    does: 'Meaning of the choice. Lists, filters and forms show it with an icon and a color, in both themes.',
  }),
});

/** `options`: a mapping of values to labels, or a list whose items are both values and labels. */
const listedChoices: Reader<readonly Given<ListedChoice>[]> = {
  expects: 'a mapping of values to labels or to option keys, or a list of values',
  read(node, problems) {
    if (node.kind === 'scalar') return refuse(this, node, problems);
    if (node.kind === 'list') {
      return node.items.flatMap((item) => {
        const label = given(choiceValue, item, problems);
        return label === undefined ? [] : [{ value: { value: label.value, label }, at: item.at }];
      });
    }
    return node.entries.flatMap(({ name: value, value: written }) => {
      const choice =
        written.kind === 'map' ? OPTION.read(written, problems) : { label: given(text, written, problems) };
      if (choice?.label === undefined) return [];
      const { label } = choice;
      const color = 'color' in choice ? choice.color?.value : undefined;
      return [{ value: { value, label, ...(color !== undefined && { color }) }, at: written.at }];
    });
  },
};

/** Choices, or the name of a provider that the host registers. */
export const choices: Reader<string | readonly Given<ListedChoice>[]> = either(
  matching('the name of an option provider of the host', NAME),
  listedChoices,
);

const choiceValue: Reader<string> = scalar('a text or a number', (value, written) =>
  typeof value === 'boolean' || written === '' ? undefined : written,
);
