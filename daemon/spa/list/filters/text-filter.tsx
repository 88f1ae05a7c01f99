import { useDraft } from '../../ui/use-draft.js';
import { single } from '../filter-value.js';
import type { FilterProps } from './filter-props.js';
import { TYPING_PAUSE_MS } from './typing.js';

export function TextFilter({ value, onChange, id }: FilterProps) {
  const draft = useDraft(value.values[0] ?? '', (text) => onChange(single(text), 'typed'), TYPING_PAUSE_MS);
  return (
    <input
      id={id}
      className="input"
      type="text"
      autoComplete="off"
      maxLength={200}
      value={draft.text}
      onChange={({ target }) => draft.type(target.value)}
      onBlur={draft.commit}
    />
  );
}
