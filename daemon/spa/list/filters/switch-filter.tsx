import { usePhrases } from '../../i18n/phrases-context.js';
import { single } from '../filter-value.js';
import type { FilterProps } from './filter-props.js';

const SIDES = [
  { value: '', phrase: 'filter.all', also: [] },
  { value: '1', phrase: 'filter.on', also: ['true', 'on'] },
  { value: '0', phrase: 'filter.off', also: ['false', 'off'] },
] as const;

/** A switch has two sides, and none of them is a third choice. */
export function SwitchFilter({ value, onChange, id }: FilterProps) {
  const { say } = usePhrases();
  const chosen = value.values[0] ?? '';
  return (
    <div className="filter-sides">
      {SIDES.map((side) => (
        <label key={side.value} className="filter-sides__side">
          <input
            type="radio"
            name={id}
            className="visually-hidden"
            checked={side.value === chosen || side.also.some((one) => one === chosen)}
            onChange={() => onChange(single(side.value), 'chosen')}
          />
          <span>{say(side.phrase)}</span>
        </label>
      ))}
    </div>
  );
}
