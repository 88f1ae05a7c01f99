import { createContext, useContext } from 'react';
import type { Phrases } from './phrases.js';

export const PhrasesContext = createContext<Phrases | undefined>(undefined);

/** The phrases of the language that the page is in. */
export function usePhrases(): Phrases {
  const phrases = useContext(PhrasesContext);
  if (phrases === undefined) throw new Error('usePhrases is called before the language is there');
  return phrases;
}
