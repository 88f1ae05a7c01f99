import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { ListMeta } from '../../admin/model/answers.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { pageNumbers } from './page-numbers.js';
import './pagination.css';

export interface PaginationProps {
  readonly meta: ListMeta;
  /** How many records this page holds. */
  readonly shown: number;
  readonly onPage: (page: number) => void;
  /** Page sizes to choose from; absent: there is no choice. */
  readonly perPageOptions?: readonly number[];
  readonly onPerPage?: (perPage: number) => void;
}

/** Below a table. Without a total (`showPageNumbers: false`) there is but back and forth. */
export function Pagination({ meta, shown, onPage, perPageOptions = [], onPerPage }: PaginationProps) {
  const { say, locale } = usePhrases();
  const id = useId();
  const { page, last_page: last } = meta;
  return (
    <div className={shown === 0 ? 'visually-hidden' : 'pagination'}>
      <RangeText meta={meta} shown={shown} />
      {onPerPage && perPageOptions.length > 1 && shown > 0 && (
        <label className="pagination__size" htmlFor={id}>
          <span>{say('list.records_per_page')}</span>
          <select
            id={id}
            className="select"
            value={meta.per_page}
            onChange={({ target }) => onPerPage(Number(target.value))}
          >
            {[...new Set([...perPageOptions, meta.per_page])]
              .sort((a, b) => a - b)
              .map((size) => (
                <option key={size} value={size}>
                  {size.toLocaleString(locale)}
                </option>
              ))}
          </select>
        </label>
      )}
      {shown > 0 && (page > 1 || meta.has_more) && (
        <nav className="pagination__pages" aria-label={say('list.pages')}>
          <Step label={say('list.prev_page')} isPossible={page > 1} onPress={() => onPage(page - 1)}>
            <ChevronLeft aria-hidden="true" />
          </Step>
          {last !== null && <Numbers page={page} last={last} onPage={onPage} />}
          <Step label={say('list.next_page')} isPossible={meta.has_more} onPress={() => onPage(page + 1)}>
            <ChevronRight aria-hidden="true" />
          </Step>
        </nav>
      )}
    </div>
  );
}

/** Said aloud when it changes: that is how a search or another page is noticed by those who do not see the table. */
function RangeText({ meta: { page, per_page: perPage, total }, shown }: Pick<PaginationProps, 'meta' | 'shown'>) {
  const { say } = usePhrases();
  const from = (page - 1) * perPage + 1;
  const to = from + shown - 1;
  const text =
    shown === 0
      ? say('list.nothing_found')
      : total === null
        ? say('list.pagination_open', { from, to })
        : say('list.pagination', { from, to, total });
  return (
    <p className="pagination__range" role="status">
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

/** Never `disabled`: whoever pressed it on the way to the last page would lose the focus there. */
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
