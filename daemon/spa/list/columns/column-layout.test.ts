import { expect } from 'chai';
import type { ColumnView } from '../../api/views.js';
import {
  askedColumns,
  changed,
  choicesFrom,
  choicesOf,
  moved,
  mustStay,
  placeColumns,
  shownColumns,
  showOnly,
} from './column-layout.js';

function column(name: string, more: Partial<ColumnView> = {}): ColumnView {
  return {
    name,
    label: name.toUpperCase(),
    type: 'text',
    sortable: true,
    searchable: false,
    invisible: false,
    clickable: true,
    multiple: false,
    ...more,
  };
}

const COLUMNS = [
  column('id', { invisible: true }),
  column('title'),
  column('status'),
  column('tags', { clickable: false }),
];
const names = (columns: readonly { readonly name: string }[]) => columns.map(({ name }) => name);

describe('the columns of a list as an administrator wants them (AD-290, AD-291)', () => {
  it('follows the YAML without a choice, and keeps nothing for that', () => {
    const placed = placeColumns(COLUMNS);
    expect(names(placed)).to.deep.equal(['id', 'title', 'status', 'tags']);
    expect(names(shownColumns(placed))).to.deep.equal(['title', 'status', 'tags']);
    expect(choicesOf(COLUMNS, placed)).to.equal(undefined);
    expect(choicesOf(COLUMNS, moved(moved(placed, 'tags', 0), 'tags', 3))).to.equal(undefined);
  });

  it('ignores columns that are gone or forbidden, and gives new ones their place in the YAML', () => {
    const choices = [
      { name: 'status', shown: true, width: 90 },
      { name: 'secret', shown: true },
      { name: 'title', shown: false },
    ];
    const placed = placeColumns(COLUMNS, choices);
    expect(names(placed)).to.deep.equal(['id', 'status', 'tags', 'title']);
    expect(shownColumns(placed)).to.deep.equal([{ ...COLUMNS[2], chosenWidth: 90 }, COLUMNS[3]]);
    expect(names(choicesOf(COLUMNS, placed) ?? [])).not.to.include('secret');
  });

  it('shows what the plugin shows if no chosen column is left', () => {
    const placed = placeColumns(COLUMNS, [...names(COLUMNS).map((name) => ({ name, shown: false }))]);
    expect(names(shownColumns(placed))).to.deep.equal(['title', 'status', 'tags']);
  });

  it('reads only what is a choice from a damaged document', () => {
    for (const damaged of [undefined, null, 7, 'title', { title: true }, Array(501).fill({ name: 'a', shown: true })]) {
      expect(choicesFrom(damaged)).to.deep.equal([]);
    }
    const mixed = [{ name: 'a', shown: true, width: 1e9 }, { name: 'a', shown: false }, { name: 1, shown: true }, 'b'];
    expect(choicesFrom(mixed)).to.deep.equal([{ name: 'a', shown: true, width: 1200 }]);
  });

  it('asks for the visible columns in the order of the schema, and for all without a list of them', () => {
    const placed = placeColumns(COLUMNS);
    expect(askedColumns(COLUMNS, shownColumns(moved(placed, 'tags', 0)))).to.deep.equal(['title', 'status', 'tags']);
    const all = changed(placed, 'id', { shown: true });
    expect(askedColumns(COLUMNS, shownColumns(all))).to.equal(undefined);
  });

  it('moves and sizes within bounds', () => {
    const placed = placeColumns(COLUMNS);
    expect(names(moved(placed, 'tags', -5))[0]).to.equal('tags');
    expect(names(moved(placed, 'title', 99))[3]).to.equal('title');
    expect(moved(placed, 'gone', 0)).to.equal(placed);
    expect(changed(placed, 'title', { width: 1 })[1]?.width).to.equal(48);
    expect(changed(changed(placed, 'title', { width: 99 }), 'title', { width: undefined })[1]).not.to.have.property(
      'width',
    );
  });

  it('shows only named columns, in their order, or nothing different if none exists', () => {
    const placed = placeColumns(COLUMNS);
    expect(names(shownColumns(showOnly(placed, ['tags', 'gone', 'title', 'tags'])))).to.deep.equal(['tags', 'title']);
    expect(showOnly(placed, ['gone'])).to.equal(placed);
  });

  it('keeps the last column, and the last one that opens records', () => {
    const placed = changed(changed(placeColumns(COLUMNS), 'status', { shown: false }), 'id', { shown: false });
    const stays = (name: string, opensRecords: boolean) =>
      placed.filter((one) => one.name === name).some((one) => mustStay(placed, one, opensRecords));
    expect(stays('title', true)).to.equal(true);
    expect(stays('title', false)).to.equal(false);
    expect(stays('tags', true)).to.equal(false);
  });
});
