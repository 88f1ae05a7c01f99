import { useEffect, useRef } from 'react';
import { errorText } from '../api/error-text.js';
import { ApiError } from '../api/api-error.js';
import { usePhrases } from '../i18n/phrases-context.js';
import type { Counting } from '../table/use-exact-total.js';

/** Asks for the exact number where the API has counted "more than 10,000". It keeps the focus while it is counted. */
export function CountAll({ counting }: { readonly counting: Counting }) {
  const { say } = usePhrases();
  const { isRunning, error, start } = counting;
  return (
    <>
      <button
        type="button"
        className="pagination__count"
        aria-disabled={isRunning}
        onClick={() => {
          if (!isRunning) start();
        }}
      >
        {say(isRunning ? 'list.counting' : 'list.count_all')}
      </button>
      {error !== null && (
        <span className="pagination__problem" role="alert">
          {error instanceof ApiError ? errorText(error, say) : String(error)}
        </span>
      )}
    </>
  );
}

/** The button goes when the number is there: a focus that it had goes to the number. */
export function useFocusAfterCounting(counting: Counting | undefined): React.RefObject<HTMLParagraphElement | null> {
  const range = useRef<HTMLParagraphElement>(null);
  const wasRunning = useRef(false);
  const isRunning = counting?.isRunning ?? false;
  const isOver = counting === undefined;
  useEffect(() => {
    const page = range.current?.ownerDocument;
    if (isOver && wasRunning.current && page?.activeElement === page?.body) range.current?.focus();
    wasRunning.current = isRunning;
  }, [isRunning, isOver]);
  return range;
}
