import { usePhrases } from '../platform/phrases.js';
import './record-names.css';

/** How many records a question names. */
export const NAMED_RECORDS = 3;

export interface RecordNamesProps {
  /** As far as they are known. */
  readonly names: readonly string[];
  /** The number of records that the question is about. Undefined if unknown. */
  readonly total: number | undefined;
}

/** In a question: the first of the records that it is about, and how many others there are. */
export function RecordNames({ names, total }: RecordNamesProps) {
  const { say } = usePhrases();
  if (names.length === 0) return null;
  const named = names.slice(0, NAMED_RECORDS);
  const others = total === undefined ? 0 : total - named.length;
  return (
    <ul className="record-names">
      {named.map((name, index) => (
        <li key={index} className="record-names__name">
          {name}
        </li>
      ))}
      {others > 0 && <li className="record-names__others">{say('bulk.others', { count: others })}</li>}
    </ul>
  );
}
