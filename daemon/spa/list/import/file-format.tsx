import type { ImportCheckBody } from '../../../admin/api/answers.js';
import { IMPORT_ENCODINGS, IMPORT_SEPARATORS } from '../../../admin/api/answers.js';
import { usePhrases } from '../../platform/phrases.js';
import { Chooser } from './chooser.js';
import type { Choices } from './running-import.js';

export interface FileFormatProps {
  readonly name: string;
  readonly choices: Choices;
  /** Absent: the file cannot be read. */
  readonly checked: ImportCheckBody | undefined;
  readonly onChange: (choices: Choices) => void;
}

const ENCODING_NAMES = { 'utf-8': 'UTF-8', 'windows-1252': 'Windows-1252' } as const;
const SEPARATOR_NAMES = { ',': 'import.comma', ';': 'import.semicolon', '\t': 'import.tab' } as const;
const DECIMALS = ['.', ','] as const;

/** How the file is written. Another separator makes other columns, so their fields are guessed again. */
export function FileFormat({ name, choices, checked, onChange }: FileFormatProps) {
  const { say } = usePhrases();
  const { encoding } = choices;
  const isMarked = checked !== undefined && checked.encoding !== encoding;
  const separator = checked?.separator ?? choices.separator ?? ',';
  return (
    <section className="import-format" aria-label={name}>
      <p className="import-format__name">
        <bdi>{name}</bdi>
      </p>
      <Chooser
        label={say('import.separator')}
        value={separator}
        options={IMPORT_SEPARATORS.map((value) => ({ value, label: say(SEPARATOR_NAMES[value]) }))}
        onChange={(chosen) => onChange({ encoding, separator: chosen })}
      />
      {!isMarked && (
        <Chooser
          label={say('import.encoding')}
          value={encoding}
          options={IMPORT_ENCODINGS.map((value) => ({ value, label: ENCODING_NAMES[value] }))}
          onChange={(chosen) => onChange({ encoding: chosen })}
        />
      )}
      {checked !== undefined && (
        <Chooser
          label={say('import.decimal')}
          value={checked.decimal}
          options={DECIMALS.map((value) => ({ value, label: say(value === '.' ? 'import.point' : 'import.comma') }))}
          onChange={(decimal) => onChange({ ...choices, decimal })}
        />
      )}
    </section>
  );
}
