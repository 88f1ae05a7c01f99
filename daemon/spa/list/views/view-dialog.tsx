import type { SyntheticEvent } from 'react';
import { useId, useState } from 'react';
import type { SavedViewBody } from '../../../admin/api/answers.js';
import { MAX_VIEW_NAME_CHARACTERS } from '../../../admin/api/limits.js';
import { useApp } from '../../platform/app.js';
import { usePhrases } from '../../platform/phrases.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog, Dialog } from '../../ui/dialog.js';
import { Notice } from '../../ui/tone.js';
import { useIsGone } from '../../ui/use-is-gone.js';
import { useProblem } from '../../ui/use-problem.js';
import { stateOf } from '../query/query-state.js';
import { useViewChanges } from './use-views.js';
import { queryOfView, stateOfView } from './view-state.js';
import type { ViewsButtonProps, ViewTask } from './view-task.js';
import './view-dialog.css';

export interface ViewDialogProps extends ViewsButtonProps {
  readonly task: ViewTask;
  readonly onClose: () => void;
}

/** Saves the list as a new view, gives a view another name, or deletes one. */
export function ViewDialog(props: ViewDialogProps) {
  return props.task.kind === 'delete' ? <DeleteView {...props} view={props.task.view} /> : <NameView {...props} />;
}

function NameView({ schema, state, columns, onChange, task, onClose }: ViewDialogProps) {
  const { toasts } = useApp();
  const { say } = usePhrases();
  const { create, update } = useViewChanges(schema.controller);
  const view = 'view' in task ? task.view : undefined;
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(false);
  const title = say(view === undefined ? 'views.save_as_title' : 'views.rename_title');
  const [problem, setProblem] = useProblem(title);
  const [isPending, setPending] = useState(false);
  const isGone = useIsGone();
  const id = useId();

  async function save(event: SyntheticEvent) {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    const outcome =
      view === undefined
        ? await create({ name, shared, query: queryOfView(state, schema, columns) })
        : await update(view, { name });
    setPending(false);
    if ('problem' in outcome) {
      setProblem(outcome.problem);
      return;
    }
    toasts.success(say('views.saved'));
    if (view === undefined && !isGone.current) onChange(stateOfView(outcome.done, state));
    onClose();
  }

  return (
    <Dialog isOpen {...(!isPending && { onClose })} title={title}>
      <form className="view-dialog" onSubmit={(event) => void save(event)}>
        {problem !== undefined && (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
        <label className="view-dialog__label" htmlFor={id}>
          {say('views.name')}
        </label>
        <input
          id={id}
          className="input"
          value={name}
          required
          maxLength={MAX_VIEW_NAME_CHARACTERS}
          autoFocus
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
        {view === undefined && schema.savedViews.mayShare && (
          <label className="view-dialog__shared">
            <input type="checkbox" checked={shared} onChange={({ target }) => setShared(target.checked)} />
            {say('views.share_with_all')}
          </label>
        )}
        {view === undefined && <p className="view-dialog__hint">{say('views.contents')}</p>}
        <div className="dialog__actions">
          <Button onPress={onClose} isDisabled={isPending}>
            {say('form.cancel')}
          </Button>
          <Button variant="primary" type="submit" isPending={isPending}>
            {say('form.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type DeleteViewProps = ViewDialogProps & { readonly view: SavedViewBody };

function DeleteView({ schema, state, onChange, view, onClose }: DeleteViewProps) {
  const { toasts } = useApp();
  const { say } = usePhrases();
  const { remove } = useViewChanges(schema.controller);
  const [problem, setProblem] = useProblem(view.name);
  const [isPending, setPending] = useState(false);
  const isGone = useIsGone();

  async function confirm() {
    setPending(true);
    const outcome = await remove(view);
    setPending(false);
    if ('problem' in outcome) {
      setProblem(outcome.problem);
      return;
    }
    toasts.success(say('views.deleted'));
    if (state.view === view.id && !isGone.current) onChange({ ...stateOf(''), perPage: state.perPage, view: '' });
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen
      question={say('views.confirm_delete', { view: view.name })}
      detail={say(view.shared ? 'views.confirm_delete_shared' : 'views.confirm_delete_own')}
      action={say('views.delete_action')}
      isPending={isPending}
      problem={problem}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
