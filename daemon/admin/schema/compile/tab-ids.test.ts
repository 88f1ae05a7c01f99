import { expect } from 'chai';
import { Text } from '../../../i18n/text.js';
import { withTabIds } from './tab-ids.js';

describe('ids of tabs (AD-460)', () => {
  const inTab = (name: string, area: 'primary' | 'secondary' = 'primary') => ({ area, tab: new Text(name) });
  const idsOf = (...names: readonly string[]) => withTabIds(names.map((name) => inTab(name))).map(({ tabId }) => tabId);

  it('takes the name in the YAML, or the last part of a phrase key', () => {
    expect(idsOf('Text & pictures', 'acme.blog::lang.tabs.publishing', 'acme.blog::lang.tab_site')).to.deep.equal([
      'text-pictures',
      'publishing',
      'tab-site',
    ]);
  });

  it('gives each tab its own id, even if their names produce the same id or none', () => {
    expect(idsOf('A!', 'A?', '★')).to.deep.equal(['a', 'a2', '3']);
    expect(idsOf('acme.blog::lang.post.main', 'acme.blog::lang.page.main')).to.deep.equal(['main', 'main2']);
  });

  it('leaves a tab the id of its own name, which another one would get by its position', () => {
    expect(idsOf('A!', 'A?', 'A2', '★', '4')).to.deep.equal(['a', 'a3', 'a2', '5', '4']);
  });

  it('gives fields with the same tab the same id', () => {
    expect(idsOf('Text', 'Place', 'Text')).to.deep.equal(['text', 'place', 'text']);
  });

  it('counts the areas of a form apart, and gives no id outside tabs', () => {
    const fields = [{ area: 'outside', tab: null } as const, inTab('Text'), inTab('Text!', 'secondary')];
    expect(withTabIds(fields).map(({ tabId }) => tabId)).to.deep.equal([undefined, 'text', 'text']);
  });
});
