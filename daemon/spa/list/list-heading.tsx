import { Plus } from 'lucide-react';
import type { Ref } from 'react';
import type { ListView } from '../api/views.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { createPath } from '../navigation/routes.js';
import { ButtonLink } from '../ui/button-link.js';
import { countedRecords } from './counted-records.js';
import { ToolbarAction } from './toolbar-action.js';

export interface ListHeadingProps {
  readonly schema: ListView;
  /** Null: not counted, or not known yet. */
  readonly total: number | null;
  readonly ref: Ref<HTMLHeadingElement>;
}

/** What the list is, how much it holds, and what can be done that concerns no single record. */
export function ListHeading({ schema, total, ref }: ListHeadingProps) {
  const { say } = usePhrases();
  const { title, recordName, toolbarButtons, toolbarActions, controller } = schema;
  return (
    <header className="list-heading">
      {/* Takes the focus when what had it is gone. */}
      <h1 ref={ref} tabIndex={-1} className="list-heading__title">
        {title}
        {total !== null && <Count total={total} recordName={recordName} />}
      </h1>
      <div className="list-heading__actions">
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

/** A number to look at; heard, it is one of something. */
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
