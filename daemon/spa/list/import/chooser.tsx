import type { ReactNode } from 'react';
import { useId } from 'react';
import { Select } from '../../ui/select.js';

interface ChooserProps<Value extends string> {
  readonly label: ReactNode;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** A choice above the columns of a file. */
export function Chooser<Value extends string>({ label, value, options, onChange }: ChooserProps<Value>) {
  const id = useId();
  return (
    <div className="import-format__choice">
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <Select id={id} labelId={`${id}-label`} value={value} options={options} onChange={onChange} />
    </div>
  );
}
