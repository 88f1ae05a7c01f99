import type { ImportCheckBody } from '../../../admin/api/answers.js';
import { usePhrases } from '../../platform/phrases.js';
import { Chooser } from './chooser.js';
import type { Choices } from './running-import.js';
import { withMode } from './running-import.js';

export interface ImportModeProps {
  readonly choices: Choices;
  readonly checked: ImportCheckBody;
  readonly onChange: (choices: Choices) => void;
}

/** Whether the rows create records, update them, or both; and what says which record a row updates. */
export function ImportModeChoice({ choices, checked: { mode, modes, key, keys }, onChange }: ImportModeProps) {
  const { say } = usePhrases();
  if (keys.length === 0) return null;
  return (
    <section className="import-format" aria-label={say('import.mode')}>
      <Chooser
        label={say('import.mode')}
        value={mode}
        options={modes.map((value) => ({ value, label: say(`import.mode_${value}`) }))}
        onChange={(chosen) => onChange(withMode(choices, chosen))}
      />
      {key !== null && (
        <Chooser
          label={say('import.key')}
          value={key}
          options={keys.map(({ name, label }) => ({ value: name, label }))}
          onChange={(chosen) => onChange(withMode(choices, mode, chosen))}
        />
      )}
    </section>
  );
}
