import type { Choice } from './use-options.js';

/** The choices whose label contains every word, in whatever case. */
export function matching(choices: readonly Choice[], text: string): readonly Choice[] {
  const words = text.toLocaleLowerCase().split(/\s+/u);
  return choices.filter(({ label }) => words.every((word) => label.toLocaleLowerCase().includes(word)));
}
