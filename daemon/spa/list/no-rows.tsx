import { Plus } from 'lucide-react';
import type { ListView } from '../api/views.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { createPath } from '../navigation/routes.js';
import { Button } from '../ui/button.js';
import { ButtonLink } from '../ui/button-link.js';
import { EmptyState } from '../ui/empty-state.js';

export interface NoRowsProps {
  readonly schema: ListView;
  /** By a search or by filters: there may be records all the same. */
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
}

export function NoRows({ schema, isNarrowed, onClear }: NoRowsProps) {
  const { say } = usePhrases();
  if (isNarrowed) {
    return (
      <EmptyState level={2} title={say('list.nothing_found')} detail={say('list.nothing_found_detail')}>
        <Button onPress={onClear}>{say('list.show_all')}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState level={2} title={schema.noRecordsMessage}>
      {schema.toolbarButtons.includes('create') && (
        <ButtonLink to={createPath(schema.controller)} variant="primary">
          <Plus aria-hidden="true" />
          {say('list.create')}
        </ButtonLink>
      )}
    </EmptyState>
  );
}
