import { composed, normalized } from './spelling.js';

/**
 * Letters that Unicode normalization does not split into a base letter and a mark, and letters that October's presets write
 * with two letters.
 */
const LATIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
};

/**
 * Characters without a visible shape of their own: joiners, variation selectors, soft hyphens, fillers and enclosing marks.
 * They would be invisible in an address. The zero-width space separates words like any other space.
 */
const INVISIBLE = /(?!\u200b)[\p{Default_Ignorable_Code_Point}\p{Me}]/gu;

/** Latin letters in lower case without their marks, spelled out where October does; letters of other scripts with theirs. */
function withoutMarks(text: string): string {
  const spelledOut = text.toLowerCase().replace(/[\u00df-\u0153]/g, (letter) => LATIN[letter] ?? letter);
  return normalized(spelledOut, 'NFD').replace(/\p{Script=Latin}\p{M}+/gu, (letter) => letter.charAt(0));
}

/** "Über Größe & Maß" → "ueber-groesse-mass". Letters of other scripts stay, because addresses may contain them. */
export function slugOf(text: string): string {
  return (
    composed(withoutMarks(composed(text.replace(INVISIBLE, ''))))
      .replace(/['’]/g, '')
      // A combining mark belongs to its base character. Drop it if that is not a letter or digit.
      .replace(/(?:^\p{M}+|[^\p{L}\p{N}\p{M}]\p{M}*)+/gu, '-')
      .replace(/^-|-$/g, '')
  );
}
