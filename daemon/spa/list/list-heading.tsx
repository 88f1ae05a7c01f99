import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useState } from 'react';
import { actionText } from '../api/errors.js';
import { recordsChanged } from '../api/query-keys.js';
import type { ListView } from '../api/views.js';
import { useApp } from '../platform/app.js';
import type { Phrases } from '../platform/phrases.js';
import { usePhrases } from '../platform/phrases.js';
import { createPath } from '../platform/routes.js';
import { Button } from '../ui/button.js';
import { ButtonLink } from '../ui/link.js';
import { ConfirmDialog, LOADS_OVERLAYS } from '../ui/overlays.js';
import { Partial } from '../ui/partial.js';

/** "3 posts", or "3" if the list has no name for its records. */
export function countedRecords(
  recordName: ListView['recordName'],
  count: number,
  { counted, locale }: Pick<Phrases, 'counted' | 'locale'>,
): string {
  const number = count.toLocaleString(locale);
  if (recordName === null) return number;
  const noun = counted(recordName, { count });
  // The plugin's text may already contain the number.
  return noun.includes(number) ? noun : `${number} ${noun}`;
}

export interface ToolbarActionProps {
  readonly controller: string;
  readonly action: string;
  readonly label: string;
  /** The confirmation to ask for; absent: none. */
  readonly confirm?: string | undefined;
  /** Title of the list that the action belongs to. */
  readonly subject: string;
}

/** A button for an action that the host runs. Shows the host's message and reloads data that the action may have changed. */
function ToolbarAction({ controller, action, label, confirm, subject }: ToolbarActionProps) {
  const { api, toasts } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.runToolbarAction(controller, action),
    onSuccess: ({ data }) => {
      if (data.message !== '') toasts.success(data.message);
    },
    onError: (error) => toasts.error(actionText(error, say)),
    // Also after a failure, because the action may have done part of its work.
    onSettled: () => recordsChanged(queries),
  });
  return (
    <>
      <Button
        {...(confirm !== undefined && LOADS_OVERLAYS)}
        isPending={isPending}
        onPress={() => (confirm === undefined ? mutate() : setAsking(true))}
      >
        {label}
      </Button>
      {confirm !== undefined && isAsking && (
        <ConfirmDialog
          isOpen
          question={`${label}: ${subject}`}
          detail={confirm}
          action={label}
          isDangerous={false}
          onConfirm={() => {
            setAsking(false);
            mutate();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

export interface ListHeadingProps {
  readonly schema: ListView;
  /** Null: not counted or not known yet. */
  readonly total: number | null;
  readonly ref: Ref<HTMLHeadingElement>;
  /** Further buttons, before those of the toolbar. */
  readonly children?: ReactNode;
}

/** The title and size of the list, and the actions that do not apply to a single record. */
export function ListHeading({ schema, total, ref, children }: ListHeadingProps) {
  const { say } = usePhrases();
  const { title, recordName, toolbarButtons, toolbarActions, toolbarPartial, controller } = schema;
  return (
    <header className="list-heading">
      {/* Receives the focus when the focused element disappears. */}
      <h1 ref={ref} tabIndex={-1} className="list-heading__title">
        {title}
        {total !== null && <Count total={total} recordName={recordName} />}
      </h1>
      <div className="list-heading__actions">
        {toolbarPartial !== null && <Partial controller={controller} name={toolbarPartial} />}
        {children}
        {toolbarActions.map((action) => (
          <ToolbarAction key={action.action} controller={controller} subject={title} {...action} />
        ))}
        {toolbarButtons.includes('create') && (
          <ButtonLink to={createPath(controller)} variant="primary">
            <Plus aria-hidden="true" />
            {say('list.create')}
          </ButtonLink>
        )}
      </div>
    </header>
  );
}

/** Shows a bare number. Screen readers also hear what it counts. */
function Count({ total, recordName }: { readonly total: number; readonly recordName: ListView['recordName'] }) {
  const phrases = usePhrases();
  const { locale } = phrases;
  const number = total.toLocaleString(locale);
  return (
    <span className="list-heading__count">
      <span aria-hidden="true">{number}</span>
      <span className="visually-hidden">{countedRecords(recordName, total, phrases)}</span>
    </span>
  );
}
