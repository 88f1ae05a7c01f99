import { usePhrases } from '../../i18n/phrases-context.js';
import { Button } from '../../ui/button.js';
import type { Draft } from './drafts.js';
import './draft-offer.css';

export interface DraftOfferProps {
  readonly offered: Draft | undefined;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** Above a form that was left with unsaved changes: the page was reloaded, the browser crashed, the session was another's. */
export function DraftOffer({ offered, onRestore, onDiscard }: DraftOfferProps) {
  const { say, locale } = usePhrases();
  if (offered === undefined) return null;
  const when = new Date(offered.at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div className="draft-offer card" role="status">
      <p className="draft-offer__text">{say('form.draft_found', { when })}</p>
      <Button onPress={onRestore}>{say('form.draft_restore')}</Button>
      <Button variant="quiet" onPress={onDiscard}>
        {say('form.draft_discard')}
      </Button>
    </div>
  );
}
