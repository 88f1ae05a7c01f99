import { usePhrases } from '../../i18n/phrases-context.js';
import type { CellProps } from './cell-props.js';

/** A sign and a word: neither colour nor shape alone tells it. */
export function SwitchCell({ value }: CellProps) {
  const { say } = usePhrases();
  const isOn = value === true || value === 1 || value === '1';
  return (
    <span className={isOn ? 'switch-cell switch-cell--on' : 'switch-cell'}>
      {say(isOn ? 'filter.on' : 'filter.off')}
    </span>
  );
}
