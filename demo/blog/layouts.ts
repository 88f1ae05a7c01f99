import type { OptionProvider } from '@gatehouse/host/admin';
import { inGerman } from './phrases.js';
import type { BlogTables } from './tables.js';

interface Layout {
  readonly value: string;
  readonly en: string;
  readonly de: string;
  readonly formats: readonly string[];
}

const LAYOUTS: readonly Layout[] = [
  { value: 'wide', en: 'Wide', de: 'Breit', formats: ['article', 'video'] },
  { value: 'columns', en: 'Two columns', de: 'Zweispaltig', formats: ['article'] },
  { value: 'cinema', en: 'Cinema', de: 'Kino', formats: ['video'] },
  { value: 'player', en: 'Player with notes', de: 'Player mit Notizen', formats: ['podcast'] },
];

/** Layouts that suit the format chosen in the form; all of them before one is chosen. */
export const layouts: OptionProvider<BlogTables> = ({ values }, { caller }) => {
  const format = values['format'];
  return LAYOUTS.filter(({ formats }) => typeof format !== 'string' || formats.includes(format)).map((layout) => ({
    value: layout.value,
    label: inGerman(caller) ? layout.de : layout.en,
  }));
};
