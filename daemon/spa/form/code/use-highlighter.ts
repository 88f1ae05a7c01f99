import { useEffect, useState, type ReactNode } from 'react';
import { loadGrammar } from './grammars.js';
import { createHighlighter } from './highlight.js';

type Highlighter = (text: string) => ReactNode;

/** Beyond so many characters, colours would cost more than a keystroke may. */
const MOST = 30_000;

/** Until the grammar is there, and for a language that nobody knows: the text as it is. */
export function useHighlighter(language: string | undefined): Highlighter {
  const [loaded, setLoaded] = useState<{ readonly highlight: Highlighter }>();
  useEffect(() => {
    let isGone = false;
    if (language === undefined) return undefined;
    loadGrammar(language)
      .then((grammar) => {
        if (!isGone && grammar !== undefined) setLoaded({ highlight: createHighlighter(grammar) });
      })
      // Without its grammar a text is without colours, and otherwise what it is.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [language]);
  return (text) => (loaded === undefined || text.length > MOST ? text : loaded.highlight(text));
}
