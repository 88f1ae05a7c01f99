import { Check } from 'lucide-react';
import { Collection, ListBox, ListBoxItem, ListBoxLoadMoreItem, Popover } from 'react-aria-components';
import { usePhrases } from '../../i18n/phrases-context.js';
import type { Choice, FoundOptions } from './use-options.js';
import './choice-list.css';

/** What is found, below the input of a combo box. */
export function ChoiceList({ found, first }: { readonly found: FoundOptions; readonly first?: Choice | undefined }) {
  const { say } = usePhrases();
  const { choices, error, isLoading, isLoadingMore, hasMore, loadMore, retry } = found;
  return (
    <Popover className="popover choice-list" offset={4}>
      <ListBox
        className="choice-list__box"
        renderEmptyState={() => (
          <div className="choice-list__empty">
            {error !== null ? (
              <>
                {error.message}
                {/* Not a button of react-aria's, which would be taken for the combo box's own. */}
                <button type="button" className="choice-list__retry" onClick={retry}>
                  {say('shell.retry')}
                </button>
              </>
            ) : isLoading ? (
              <Loading />
            ) : (
              say('form.no_choices')
            )}
          </div>
        )}
      >
        {first !== undefined && <Item choice={first} isQuiet />}
        <Collection items={choices}>{(choice) => <Item key={choice.value} choice={choice} />}</Collection>
        {hasMore && (
          <ListBoxLoadMoreItem className="choice-list__more" onLoadMore={loadMore} isLoading={isLoadingMore}>
            <Loading />
          </ListBoxLoadMoreItem>
        )}
      </ListBox>
    </Popover>
  );
}

function Item({ choice: { value, label }, isQuiet = false }: { readonly choice: Choice; readonly isQuiet?: boolean }) {
  return (
    <ListBoxItem
      id={value}
      textValue={label}
      className={isQuiet ? 'choice-list__item choice-list__item--quiet' : 'choice-list__item'}
    >
      <span className="choice-list__label">{label}</span>
      <Check className="choice-list__tick" aria-hidden="true" />
    </ListBoxItem>
  );
}

function Loading() {
  const { say } = usePhrases();
  return (
    <span className="choice-list__loading" role="status" aria-label={say('list.loading')}>
      <span className="skeleton choice-list__line" />
      <span className="skeleton choice-list__line choice-list__line--short" />
    </span>
  );
}
