import { usePhrases } from '../../i18n/phrases-context.js';
import './character-count.css';

/** From here on it is worth knowing how much room is left. */
const NEARLY_FULL = 0.8;

/** How long a text may be. Nothing is cut off: what was pasted and is too long is shortened by whoever knows how. */
export function CharacterCount({ text, maxLength }: { readonly text: string; readonly maxLength: number | undefined }) {
  const { say } = usePhrases();
  // Characters as the database counts them: an emoji is one.
  const length = maxLength === undefined || text.length < maxLength * NEARLY_FULL ? 0 : [...text].length;
  if (maxLength === undefined || length < maxLength * NEARLY_FULL) return null;
  return (
    <p className="character-count" role="status" {...(length > maxLength && { 'data-exceeded': true })}>
      {say('form.characters', { count: length, maximum: maxLength })}
    </p>
  );
}
