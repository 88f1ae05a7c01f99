import type { FieldView, Values } from '../api/views.js';
import { formatInstant } from '../formats/date-format.js';
import type { Draft } from '../platform/drafts.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import './unsaved-changes.css';

export interface DraftOfferProps {
  readonly offered: Draft | undefined;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** Shown above a form that was left with unsaved changes: after a reload, a browser crash or a change of users. */
export function DraftOffer({ offered, onRestore, onDiscard }: DraftOfferProps) {
  const { say, locale } = usePhrases();
  if (offered === undefined) return null;
  const when = formatInstant(new Date(offered.at), locale);
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

export interface SetAsideNoticeProps {
  readonly fields: readonly FieldView[];
  readonly setAside: Values | undefined;
  readonly onPutBack: () => void;
  readonly onDrop: () => void;
}

/** Shown above a form after a conflict in which the user took another value: until then, their own is not lost. */
export function SetAsideNotice({ fields, setAside, onPutBack, onDrop }: SetAsideNoticeProps) {
  const { say, list } = usePhrases();
  if (setAside === undefined) return null;
  const labels = fields.filter(({ name }) => Object.hasOwn(setAside, name)).map(({ name, label }) => label ?? name);
  return (
    <div className="draft-offer card" role="status">
      <p className="draft-offer__text">{say('form.conflict_set_aside', { fields: list(labels) })}</p>
      <Button onPress={onPutBack}>{say('form.conflict_put_back')}</Button>
      <Button variant="quiet" onPress={onDrop}>
        {say('form.draft_discard')}
      </Button>
    </div>
  );
}
