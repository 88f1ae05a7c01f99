import type { RowBody } from '../../../admin/api/answers.js';
import type { ColumnView } from '../../api/views.js';
import type { ExportedCell } from '../../../admin/api/exported-cell.js';
import { exportedCell } from '../../../admin/api/exported-cell.js';
import { readerZone } from '../../formats/time-zone.js';
import type { ExportFile } from './export-file.js';

/** The next records behind the one with this id. */
export type LoadRows = (after: string) => Promise<{ readonly rows: readonly RowBody[]; readonly hasMore: boolean }>;

export interface Exported {
  readonly rows: number;
  /** Texts of which the file has only the beginning. */
  readonly shortened: number;
  /** The file is full, and there are more records. */
  readonly isFull: boolean;
}

/**
 * Fills a file with the records that match, one batch after the other: what the page holds does not grow with their number.
 * An error of `load` ends it; calling `next` again continues with the same batch.
 */
export class RunningExport {
  #after = '';
  #hasMore = true;
  #rows = 0;
  #shortened = 0;
  #hasHeadings = false;

  constructor(
    private readonly columns: readonly ColumnView[],
    private readonly file: ExportFile,
    private readonly load: LoadRows,
  ) {}

  get exported(): Exported {
    return { rows: this.#rows, shortened: this.#shortened, isFull: this.#hasMore && this.file.room === 0 };
  }

  /** Adds a batch. Returns whether there is another one. */
  async next(): Promise<boolean> {
    if (!this.#hasHeadings) {
      await this.file.addRows([this.columns.map(({ label }): ExportedCell => ({ kind: 'text', text: label }))]);
      this.#hasHeadings = true;
    }
    const zone = readerZone();
    const { rows, hasMore } = await this.load(this.#after);
    const added = rows.slice(0, this.file.room);
    await this.file.addRows(added.map((row) => this.columns.map((column) => exportedCell(column, row, zone))));
    this.#rows += added.length;
    this.#shortened += added.reduce((sum, row) => sum + this.#shortenedIn(row), 0);
    this.#after = rows.at(-1)?.id ?? '';
    this.#hasMore = hasMore || added.length < rows.length;
    return this.#hasMore && this.file.room > 0;
  }

  #shortenedIn({ _truncated = [] }: RowBody): number {
    return this.columns.filter(({ name }) => _truncated.includes(name)).length;
  }
}
