import { expect } from 'chai';
import type { SettingsEntry } from '../api/views.js';
import { findSettings, groupSettings } from './find-settings.js';

const entry = (code: string, given: Partial<SettingsEntry> = {}): SettingsEntry => ({
  code,
  label: code,
  description: null,
  category: null,
  icon: null,
  order: 0,
  keywords: [],
  ...given,
});

describe('finding settings (AD-217)', () => {
  const entries = [
    entry('Blog', { description: 'How many posts a page shows', category: 'Website', keywords: ['rss', 'Größe'] }),
    entry('Mail', { category: 'System' }),
    entry('Shop', { category: 'Website', description: 'Taxes' }),
    entry('Other'),
  ];
  const codes = (search: string) => findSettings(entries, search).map(({ code }) => code);

  it('searches labels, descriptions, categories and keywords from the start of words', () => {
    expect(codes('bl')).to.deep.equal(['Blog']);
    expect(codes('posts')).to.deep.equal(['Blog']);
    expect(codes('website')).to.deep.equal(['Blog', 'Shop']);
    expect(codes('RSS')).to.deep.equal(['Blog']);
    expect(codes('log')).to.deep.equal([]);
  });

  it('requires every word in any order and ignores case and diacritics', () => {
    expect(codes('tax web')).to.deep.equal(['Shop']);
    for (const search of ['grosse', 'GRÖẞE', 'gro\u0308sse']) expect(codes(search)).to.deep.equal(['Blog']);
    expect(codes('tax mail')).to.deep.equal([]);
  });

  it('returns all entries for an empty search', () => expect(codes('  ')).to.have.length(4));

  it('groups entries by category and keeps their order', () => {
    expect(groupSettings(entries).map(({ category, entries: inGroup }) => [category, inGroup.length])).to.deep.equal([
      ['Website', 2],
      ['System', 1],
      [null, 1],
    ]);
  });
});
