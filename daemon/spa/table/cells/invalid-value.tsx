import { CircleAlert } from 'lucide-react';
import { usePhrases } from '../../i18n/phrases-context.js';

/** A stored value that does not fit its column: its raw text, marked by a sign and, for those who hear the page, by words. */
export function InvalidValue({ raw }: { readonly raw: string }) {
  const { say } = usePhrases();
  return (
    <span className="invalid-value" title={say('value.invalid')}>
      <CircleAlert aria-hidden="true" />
      <span className="visually-hidden">{`${say('value.invalid')}: `}</span>
      <span className="invalid-value__raw">{raw === '' ? '""' : raw}</span>
    </span>
  );
}
