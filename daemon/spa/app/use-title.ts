import { useEffect } from 'react';
import { usePhrases } from '../i18n/phrases-context.js';

/** The title of the browser's tab; undefined while it is not known yet. */
export function useTitle(title: string | undefined): void {
  const { say } = usePhrases();
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${say('shell.name')}`;
  }, [title, say]);
}
