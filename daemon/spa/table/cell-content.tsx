import type { ColumnView } from '../api/views.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { CELL_RENDERERS } from './cells/registry.js';
import { isEmpty, textOf } from './cells/text-of.js';
import { InvalidValue } from './cells/invalid-value.js';
import './cells/cells.css';

/** Of several related records so many are shown; the rest is a number, and a tooltip. */
const CHIPS = 2;

export interface CellContentProps {
  readonly column: ColumnView;
  readonly value: unknown;
  /** The raw text of a stored value that does not fit its column. */
  readonly invalid: string | undefined;
}

/** What stands in one cell. Whatever a record holds, it becomes text nodes. */
export function CellContent({ column, value, invalid }: CellContentProps) {
  if (invalid !== undefined) return <InvalidValue raw={invalid} />;
  const shown = isEmpty(value) ? column.default : value;
  if (shown === undefined || isEmpty(shown)) return <Nothing />;
  // A default is written by people, and is rarely of the column's type: "never" in a column of dates is shown as it is.
  const { component: Renderer } = CELL_RENDERERS[column.type];
  return Array.isArray(shown) ? <Chips column={column} values={shown} /> : <Renderer column={column} value={shown} />;
}

function Chips({ column, values }: { readonly column: ColumnView; readonly values: readonly unknown[] }) {
  const { locale } = usePhrases();
  const { component: Renderer } = CELL_RENDERERS[column.type];
  const rest = values.slice(CHIPS).map(textOf);
  const [first, last] = values.slice(0, CHIPS).map((value, index) => (
    <span key={index} className="chip">
      <Renderer column={column} value={value} />
    </span>
  ));
  if (rest.length === 0) {
    return (
      <span className="chips">
        {first}
        {last}
      </span>
    );
  }
  return (
    <span className="chips">
      {first}
      {/* The number does not stand in a line by itself. */}
      <span className="chips__last">
        {last}
        <span className="chips__more" title={new Intl.ListFormat(locale).format(rest)}>
          {`+${rest.length.toLocaleString(locale)}`}
        </span>
      </span>
    </span>
  );
}

function Nothing() {
  return (
    <span className="table__nothing" aria-hidden="true">
      –
    </span>
  );
}
