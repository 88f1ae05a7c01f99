import { useState } from 'react';
import { flushSync } from 'react-dom';
import { answered } from '../api/answered.js';
import { errorText } from '../api/error-text.js';
import type { RelationView } from '../api/views.js';
import { useApp } from '../app/app-context.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { inPortions } from './portions.js';

export interface RemoveLinksProps {
  readonly view: RelationView;
  readonly recordId: string;
  /** Those that are checked. */
  readonly ids: ReadonlySet<string>;
  readonly onRemoved: (count: number) => void;
}

/** Takes links away, after a question. The records themselves stay. */
export function RemoveLinks({ view, recordId, ids, onRemoved }: RemoveLinksProps) {
  const { api } = useApp();
  const { say } = usePhrases();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const count = ids.size;

  async function remove() {
    setPending(true);
    setProblem(undefined);
    try {
      const { refusal } = await answered(() =>
        inPortions([...ids], (portion) => api.unlink(view.controller, recordId, view.name, portion)),
      );
      if (refusal) {
        setProblem(errorText(refusal, say));
        return;
      }
      // At once, since the dialog holds the focus until it is gone.
      flushSync(() => setAsking(false));
      onRemoved(count);
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      {count > 0 && (
        <>
          <span className="relation-manager__selected" role="status">
            {say('list.selected', { count })}
          </span>
          <Button variant="danger" onPress={() => setAsking(true)}>
            {say('relation.remove')}
          </Button>
        </>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        question={say('relation.remove_confirm', { count })}
        detail={say('relation.remove_detail')}
        action={say('relation.remove')}
        isPending={isPending}
        problem={problem}
        onConfirm={() => void remove()}
        onCancel={() => {
          setAsking(false);
          setProblem(undefined);
        }}
      />
    </>
  );
}
