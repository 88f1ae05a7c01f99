import { Check } from 'lucide-react';
import { ListBoxItem } from 'react-aria-components';
import type { Tone } from '../../admin/api/tones.js';
import { ToneIcon } from './tone.js';
import './choice-item.css';

export interface ChoiceItemProps {
  readonly id: string;
  readonly label: string;
  /** The text that typing searches, and that a combo box's input shows. Default: the label. */
  readonly text?: string;
  /** The meaning of the choice. */
  readonly tone?: Tone | undefined;
  /** The choice of nothing. */
  readonly isQuiet?: boolean;
}

/** One choice in the list below a control, with a tick if it is chosen. */
export function ChoiceItem({ id, label, text = label, tone, isQuiet = false }: ChoiceItemProps) {
  return (
    <ListBoxItem
      id={id}
      textValue={text}
      aria-label={label}
      className={isQuiet ? 'choice-item choice-item--quiet' : 'choice-item'}
    >
      {tone !== undefined && <ToneIcon tone={tone} />}
      <span className="choice-item__label">{label}</span>
      <Check className="choice-item__tick" aria-hidden="true" />
    </ListBoxItem>
  );
}
