import { usePhrases } from '../../i18n/phrases-context.js';
import { Button } from '../../ui/button.js';
import type { FoundOptions } from './use-options.js';
import './choices-state.css';

/** Below choices that come from the server: that they are coming, that there are more, or why there are none. */
export function ChoicesState({ found }: { readonly found: FoundOptions }) {
  const { say } = usePhrases();
  if (found.error !== null) {
    return (
      <p className="choices-state problem" role="alert">
        {found.error.message} <Button onPress={found.retry}>{say('shell.retry')}</Button>
      </p>
    );
  }
  if (found.isLoading) {
    return <span className="skeleton choices-state__loading" role="status" aria-label={say('list.loading')} />;
  }
  if (found.choices.length === 0) return <p className="choices-state">{say('form.no_choices')}</p>;
  if (!found.hasMore) return null;
  return (
    <Button variant="quiet" onPress={found.loadMore} isPending={found.isLoadingMore}>
      {say('form.more_choices')}
    </Button>
  );
}
