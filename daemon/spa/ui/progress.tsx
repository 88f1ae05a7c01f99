import { ProgressBar } from 'react-aria-components';
import './progress.css';

export interface ProgressProps {
  /** What is done so far, in words. */
  readonly text: string;
  readonly done: number;
  /** Undefined if unknown. */
  readonly total: number | undefined;
}

/** The progress of long work in a dialog, in words and as a bar. */
export function Progress({ text, done, total }: ProgressProps) {
  const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total);
  return (
    <ProgressBar
      aria-label={text}
      valueLabel={text}
      {...(share === undefined ? { isIndeterminate: true } : { value: share * 100 })}
      className="progress"
    >
      <span className="progress__text">{text}</span>
      <span className="progress__track">
        <span
          className="progress__bar"
          data-unknown={share === undefined}
          {...(share !== undefined && { style: { inlineSize: `${String(share * 100)}%` } })}
        />
      </span>
    </ProgressBar>
  );
}
