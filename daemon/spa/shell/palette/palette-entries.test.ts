import { expect } from 'chai';
import type { NavigationView, SettingsEntry } from '../../api/views.js';
import { matchingGroups, recordGroups, screenEntries } from './palette-entries.js';

const entry = (id: string, label: string, path: string | null, children: readonly NavigationView[] = []) => ({
  ...{ id, label, path, icon: null, children },
});

describe('spa: entries of the command palette (AD-410)', () => {
  it('lists each screen once, under its most exact name, and the settings with their list', () => {
    const navigation = [
      entry('shop', 'Shop', '/acme/shop/items', [entry('items', 'Items', '/acme/shop/items')]),
      entry('more', 'More', null, [entry('tags', 'Tags', '/acme/shop/tags')]),
    ];
    const settings = [
      { code: 'acme-shop', label: 'Shop settings' },
      { code: 'roles', label: 'Roles', path: '/gatehouse/backend/roles' },
    ] as unknown as SettingsEntry[];
    const screens = screenEntries(navigation, settings, 'Settings');
    expect(screens.map(({ label, detail, act }) => [label, detail, 'to' in act && act.to])).to.deep.equal([
      ['Items', 'Shop', '/acme/shop/items'],
      ['Tags', 'More', '/acme/shop/tags'],
      ['Settings', undefined, '/settings'],
      ['Shop settings', 'Settings', '/settings/acme-shop'],
      ['Roles', 'Settings', '/gatehouse/backend/roles'],
    ]);
    expect(screenEntries([], [], 'Settings')).to.deep.equal([]);
  });

  it('finds entries by every word of label and detail, whatever their case and marks', () => {
    const act = { to: '/' };
    const groups = [
      { id: 'a', label: 'A', entries: [{ id: '1', label: 'Größen', detail: 'Laden', act }] },
      { id: 'b', label: 'B', entries: [{ id: '2', label: 'Tags', act }] },
    ];
    const found = (search: string) =>
      matchingGroups(groups, search).flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(found('laden GROSS')).to.deep.equal(['1']);
    expect(found('tag')).to.deep.equal(['2']);
    expect(found('tag laden')).to.deep.equal([]);
    expect(found('')).to.deep.equal(['1', '2']);
  });

  it('links records by their escaped ids, and ends a list that has more with a link to its search', () => {
    const records = [{ id: 'a/b', title: 'First' }];
    const list = { controller: 'acme.shop.items', label: 'Items', record_url: 'acme/shop/items/update/:id', records };
    const more = (name: string) => `More in ${name}`;
    const [group] = recordGroups([{ ...list, has_more: true }], 'ü & x', more);
    expect(group?.entries.map(({ label, act }) => [label, 'to' in act && act.to])).to.deep.equal([
      ['First', '/acme/shop/items/update/a%2Fb'],
      ['More in Items', '/acme/shop/items?search=%C3%BC+%26+x'],
    ]);
    expect(recordGroups([{ ...list, has_more: false }], 'x', more)[0]?.entries).to.have.length(1);
  });
});
