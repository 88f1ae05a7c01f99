export interface Meaning {
  readonly heading: string;
  readonly text: string;
}

const MEANINGS: Readonly<Record<string, Meaning>> = {
  read: { heading: 'Read your notes', text: 'List and search everything that you have written.' },
  write: { heading: 'Add notes', text: 'Write new notes in your name. It cannot change or delete any.' },
  ai: { heading: 'Summarise your notes', text: 'Let Acme Notes prepare summaries for it.' },
  offline_access: { heading: 'Stay connected', text: 'Keep this access while you are away, until you disconnect it.' },
};

/** What a scope means in this application, which knows it better than Gatehouse does; `text` is Gatehouse's description. */
export function meaningOf(scope: string, text = ''): Meaning {
  return MEANINGS[scope] ?? { heading: scope, text };
}
