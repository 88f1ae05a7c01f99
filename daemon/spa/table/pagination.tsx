import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { ListMeta } from '../../admin/api/answers.js';
import { ApiError, errorText } from '../api/errors.js';
import { usePhrases } from '../platform/phrases.js';
import { MenuButton } from '../ui/menu-button.js';
import type { Counting } from './paging.js';
import { pageNumbers } from './paging.js';
import './pagination.css';

/** Requests the exact number if the API has counted "more than 10,000". Keeps the focus while counting. */
function CountAll({ counting }: { readonly counting: Counting }) {
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

/** The button disappears when the number is available. If the button has the focus, moves it to the number. */
function useFocusAfterCounting(counting: Counting | undefined): React.RefObject<HTMLParagraphElement | null> {
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

export interface PaginationProps {
  readonly meta: ListMeta;
  /** Starts the exact count if the API stopped counting early. */
  readonly counting?: Counting | undefined;
  /** The requested page while `meta` still describes the previous one. Further clicks continue from there. */
  readonly wanted?: number;
  /** Number of records on this page. */
  readonly shown: number;
  readonly onPage: (page: number) => void;
  /** Page sizes to choose from; absent: no choice. */
  readonly perPageOptions?: readonly number[];
  readonly onPerPage?: (perPage: number) => void;
}

/** Navigation below a table. Without a total (`showPageNumbers: false`) it only offers back and forward. */
export function Pagination({
  meta,
  counting,
  wanted = meta.page,
  shown,
  onPage,
  perPageOptions = [],
  onPerPage,
}: PaginationProps) {
  const { say } = usePhrases();
  const range = useFocusAfterCounting(counting);
  const { last_page: last } = meta;
  // Without a total, it is unknown whether another page follows the one that is loading. Until it arrives, forward is
  // unavailable.
  const isMore = (last !== null && wanted < last) || (meta.has_more && wanted === meta.page);
  return (
    <div className={shown === 0 ? 'visually-hidden' : 'pagination'}>
      <div className="pagination__found">
        <RangeText ref={range} meta={meta} shown={shown} />
        {counting !== undefined && shown > 0 && <CountAll counting={counting} />}
      </div>
      {onPerPage && perPageOptions.length > 1 && shown > 0 && (
        <PageSize sizes={perPageOptions} current={meta.per_page} onChange={onPerPage} />
      )}
      {shown > 0 && (meta.page > 1 || meta.has_more) && (
        <nav className="pagination__pages" aria-label={say('list.pages')}>
          <Step label={say('list.prev_page')} isPossible={wanted > 1} onPress={() => onPage(wanted - 1)}>
            <ChevronLeft aria-hidden="true" />
          </Step>
          {last !== null && <Numbers page={wanted} last={last} onPage={onPage} />}
          <Step label={say('list.next_page')} isPossible={isMore} onPress={() => onPage(wanted + 1)}>
            <ChevronRight aria-hidden="true" />
          </Step>
        </nav>
      )}
    </div>
  );
}

interface PageSizeProps {
  readonly sizes: readonly number[];
  readonly current: number;
  readonly onChange: (size: number) => void;
}

/** A menu, because a list has other menus too; the select of forms would be another file. */
function PageSize({ sizes, current, onChange }: PageSizeProps) {
  const { say, locale } = usePhrases();
  const id = useId();
  const offered = [...new Set([...sizes, current])].sort((one, other) => one - other);
  return (
    <div className="pagination__size">
      <span id={`${id}-label`}>{say('list.records_per_page')}</span>
      <MenuButton
        button={{ id, className: 'pagination__choice', 'aria-labelledby': `${id}-label ${id}` }}
        label={say('list.records_per_page')}
        placement="bottom end"
        className="pagination__sizes"
        choices={offered.map((size) => ({
          id: String(size),
          label: size.toLocaleString(locale),
          onChoose: () => onChange(size),
        }))}
        chosen={String(current)}
      >
        {current.toLocaleString(locale)}
        <ChevronDown aria-hidden="true" />
      </MenuButton>
    </div>
  );
}

/** Screen readers announce changes, so that users who do not see the table notice a search or another page. */
function RangeText({
  ref,
  meta: { page, per_page: perPage, total, total_over: over },
  shown,
}: Pick<PaginationProps, 'meta' | 'shown'> & { readonly ref: React.Ref<HTMLParagraphElement> }) {
  const { say } = usePhrases();
  const from = (page - 1) * perPage + 1;
  const to = from + shown - 1;
  const text =
    shown === 0
      ? say('list.nothing_found')
      : total === null
        ? over === undefined
          ? say('list.pagination_open', { from, to })
          : say('list.pagination_over', { from, to, total: over })
        : say('list.pagination', { from, to, total });
  return (
    <p ref={ref} tabIndex={-1} className="pagination__range" role="status">
      {text}
    </p>
  );
}

function Numbers({
  page,
  last,
  onPage,
}: {
  readonly page: number;
  readonly last: number;
  readonly onPage: (page: number) => void;
}) {
  const { say, locale } = usePhrases();
  return pageNumbers(page, last).map((step, index) =>
    step === 'gap' ? (
      <span key={`gap ${String(index)}`} className="pagination__gap" aria-hidden="true">
        …
      </span>
    ) : (
      <button
        key={step}
        type="button"
        className="pagination__page"
        aria-label={say('list.page', { page: step })}
        {...(step === page && { 'aria-current': 'page' })}
        onClick={() => onPage(step)}
      >
        {step.toLocaleString(locale)}
      </button>
    ),
  );
}

interface StepProps {
  readonly label: string;
  readonly isPossible: boolean;
  readonly onPress: () => void;
  readonly children: React.ReactNode;
}

/** Never `disabled`: the user would lose the focus when reaching the last page. */
function Step({ label, isPossible, onPress, children }: StepProps) {
  return (
    <button
      type="button"
      className="pagination__page pagination__step"
      aria-label={label}
      title={label}
      aria-disabled={!isPossible}
      onClick={() => {
        if (isPossible) onPress();
      }}
    >
      {children}
    </button>
  );
}
