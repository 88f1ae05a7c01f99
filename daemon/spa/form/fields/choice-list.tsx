import { Collection, ListBox, ListBoxItem, ListBoxLoadMoreItem, Popover } from 'react-aria-components';
import { errorText } from '../../api/errors.js';
import { usePhrases } from '../../platform/phrases.js';
import type { ChoiceItemProps } from '../../ui/choice-item.js';
import { ChoiceItem } from '../../ui/choice-item.js';
import type { Choice, FoundOptions } from './use-options.js';
import './choice-list.css';

/** The key of the empty choice. It cannot match an id, because database texts never contain this character. */
export const NOTHING = '\0';

interface ChoiceListProps {
  readonly found: FoundOptions;
  /** Shown before the search results. */
  readonly first?: readonly Choice[];
  /** A hidden, disabled item: react-aria looks up the input's text in the list. */
  readonly unseen?: Choice | undefined;
}

/** The search results below a combo box's input. */
export function ChoiceList({ found, first = [], unseen }: ChoiceListProps) {
  const { choices, isLoading, isLoadingMore, hasMore, loadMore } = found;
  const isWaiting = isLoading && choices.length === 0;
  return (
    <Popover className={isWaiting ? 'popover choices choices--waiting' : 'popover choices'} offset={4}>
      <ListBox className="choices__box">
        {first.map((choice) => (
          <Item key={choice.value} id={choice.value} label={choice.label} tone={choice.color} />
        ))}
        <Collection items={choices}>
          {({ value, label, color }) => <Item id={value} label={label} tone={color} />}
        </Collection>
        {unseen !== undefined && (
          <ListBoxItem id={unseen.value} textValue={unseen.label} className="choices__unseen" isDisabled />
        )}
        {hasMore && (
          <ListBoxLoadMoreItem className="choice-list__more" onLoadMore={loadMore} isLoading={isLoadingMore}>
            <Loading />
          </ListBoxLoadMoreItem>
        )}
      </ListBox>
      {choices.length === 0 && <Nothing found={found} />}
    </Popover>
  );
}

/** Explains an empty result. It is placed beside the list, because the list still contains the hidden chosen item. */
function Nothing({ found: { error, isLoading, retry } }: { readonly found: FoundOptions }) {
  const { say } = usePhrases();
  return (
    <div className="choices__empty choice-list__empty" role="status">
      {error !== null ? (
        <>
          {errorText(error, say)}
          {/* Not a react-aria button, because the combo box would treat it as its own. */}
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
  );
}

function Item({ id, label, tone }: Pick<ChoiceItemProps, 'id' | 'label' | 'tone'>) {
  const isNothing = id === NOTHING;
  // The input text of the empty choice is empty, so that the placeholder shows.
  return <ChoiceItem id={id} label={label} tone={tone} {...(isNothing && { text: '' })} isQuiet={isNothing} />;
}

function Loading() {
  const { say } = usePhrases();
  return (
    <span className="choice-list__loading" role="img" aria-label={say('list.loading')}>
      <span className="skeleton choice-list__line" />
      <span className="skeleton choice-list__line choice-list__line--short" />
    </span>
  );
}
