import { use, useLayoutEffect, useState } from 'react';
import {
  Collection,
  ListBox,
  ListBoxItem,
  ListBoxLoadMoreItem,
  OverlayTriggerStateContext,
  Popover,
  PopoverContext,
  useSlottedContext,
} from 'react-aria-components';
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

/** As `.choices` in choice-item.css, with the distance from the input and from the edge of the window. */
const roomNeeded = () => Math.min(320, window.innerHeight * 0.6) + 16;

/**
 * Where the list opens, by the room for a long one. react-aria decides anew with each search, for the results that it has found,
 * and a list would change its side while the user types.
 */
function useSide(): 'top' | 'bottom' {
  const isOpen = use(OverlayTriggerStateContext)?.isOpen ?? false;
  const control = useSlottedContext(PopoverContext)?.triggerRef;
  const [side, setSide] = useState<'top' | 'bottom'>('bottom');
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const decide = () => {
      const box = control?.current?.getBoundingClientRect();
      if (box === undefined) return;
      const { height, offsetTop } = window.visualViewport ?? { height: window.innerHeight, offsetTop: 0 };
      const [above, below] = [box.top - offsetTop, offsetTop + height - box.bottom];
      setSide(below >= roomNeeded() || below >= above ? 'bottom' : 'top');
    };
    decide();
    // The keyboard of a phone takes its room after the list has opened.
    window.visualViewport?.addEventListener('resize', decide);
    return () => window.visualViewport?.removeEventListener('resize', decide);
  }, [isOpen, control]);
  return side;
}

/** The search results below a combo box's input, or above it. */
export function ChoiceList({ found, first = [], unseen }: ChoiceListProps) {
  const { choices, isLoading, isLoadingMore, hasMore, loadMore } = found;
  const isWaiting = isLoading && choices.length === 0;
  const side = useSide();
  return (
    <Popover
      className={isWaiting ? 'popover choices choices--waiting' : 'popover choices'}
      placement={`${side} start`}
      shouldFlip={false}
      offset={4}
    >
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
