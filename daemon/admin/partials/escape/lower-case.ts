/** Character by character, as Go does it: no final sigma, and one letter for the dotted capital I. */
export function lowerCase(text: string): string {
  let lower = '';
  for (const character of text) lower += character === 'İ' ? 'i' : character.toLowerCase();
  return lower;
}
