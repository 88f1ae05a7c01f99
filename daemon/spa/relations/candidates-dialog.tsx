import { useState } from 'react';
import { answered } from '../api/answered.js';
import { errorText } from '../api/error-text.js';
import type { RelationView } from '../api/views.js';
import { useApp } from '../app/app-context.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { useSelection } from '../table/use-selection.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { inPortions } from './portions.js';
import { RelatedTable } from './related-table.js';
import { TABLE_START } from './table-place.js';
import { useRelatedRows } from './use-related-rows.js';
import './candidates-dialog.css';

export interface CandidatesDialogProps {
  readonly view: RelationView;
  readonly title: string;
  readonly recordId: string;
  readonly onClose: () => void;
  readonly onAdded: (count: number) => void;
}

/** Records that could be linked. What is checked stays so over pages and searches, until it is added or all is cancelled. */
export function CandidatesDialog({ view, title, recordId, onClose, onAdded }: CandidatesDialogProps) {
  const { api } = useApp();
  const { say } = usePhrases();
  const [place, setPlace] = useState(TABLE_START);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { controller, name } = view;
  const records = useRelatedRows({
    queryKey: ['records', controller, 'candidates', recordId, name],
    place,
    onPlace: setPlace,
    load: (query, signal) => api.candidates(controller, recordId, name, query, signal),
  });
  const selection = useSelection('', records.rows?.map(({ id }) => id) ?? []);
  const count = selection.ids.size;

  async function add() {
    setPending(true);
    setProblem(undefined);
    const { refusal } = await answered(() =>
      inPortions([...selection.ids], (portion) => api.link(controller, recordId, name, portion)),
    );
    if (refusal) {
      setProblem(errorText(refusal, say));
      setPending(false);
    } else onAdded(count);
  }

  return (
    <Dialog isOpen onClose={onClose} title={say('relation.add_title', { name: title })} size="large">
      <div className="candidates">
        <RelatedTable
          label={title}
          list={view.manage}
          records={records}
          place={place}
          onPlace={setPlace}
          selection={selection}
          empty={say('relation.no_candidates')}
          startsWithSearch
        />
      </div>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="dialog__actions candidates__actions">
        <span className="candidates__selected" role="status">
          {count > 0 && say('list.selected', { count })}
        </span>
        <Button onPress={onClose}>{say('form.cancel')}</Button>
        <Button variant="primary" isDisabled={count === 0} isPending={isPending} onPress={() => void add()}>
          {say('relation.add_selected')}
        </Button>
      </div>
    </Dialog>
  );
}
