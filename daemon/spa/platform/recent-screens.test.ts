import { expect } from 'chai';
import { RecentScreens } from './recent-screens.js';

class MemoryStorage {
  readonly kept = new Map<string, string>();
  isFull = false;
  get length(): number {
    return this.kept.size;
  }
  key = (index: number): string | null => [...this.kept.keys()][index] ?? null;
  getItem = (key: string): string | null => this.kept.get(key) ?? null;
  removeItem = (key: string): void => void this.kept.delete(key);
  setItem = (key: string, value: string): void => {
    if (this.isFull) throw new Error('full');
    this.kept.set(key, value);
  };
}

describe('spa: recent screens (AD-410)', () => {
  const screen = (n: number) => ({ path: `/acme/blog/posts/update/${n}`, title: `Post ${n}` });
  let storage: MemoryStorage;
  let recent: RecentScreens;
  beforeEach(() => {
    storage = new MemoryStorage();
    recent = new RecentScreens(storage, '/backend');
  });

  it('keeps the last eight screens, the latest first, each once under its last title', () => {
    for (let n = 1; n <= 9; n++) recent.visit('7', screen(n));
    recent.visit('7', { ...screen(3), title: 'Renamed' });
    const titles = recent.of('7').map(({ title }) => title);
    expect(titles).to.deep.equal(['Renamed', 'Post 9', 'Post 8', 'Post 7', 'Post 6', 'Post 5', 'Post 4', 'Post 2']);
  });

  it('shows no administrator the screens of another, and forgets them at sign-out, those of this backend alone (AD-552)', () => {
    const other = new RecentScreens(storage, '/other');
    for (const one of ['7', '8']) recent.visit(one, screen(Number(one)));
    other.visit('7', screen(1));
    expect(recent.of('7')).to.deep.equal([screen(7)]);
    recent.belongTo('8');
    expect(recent.of('7')).to.deep.equal([]);
    expect(recent.of('8')).to.deep.equal([screen(8)]);
    recent.belongTo(undefined);
    expect(recent.of('8')).to.deep.equal([]);
    expect(other.of('7')).to.deep.equal([screen(1)]);
  });

  it('ignores what it did not store itself, and a full storage', () => {
    for (const text of ['{', '{}', '[1,null,{"path":"javascript:1","title":"x"}]', 'null']) {
      storage.kept.set('gatehouse.recent:/backend:7', text);
      expect(recent.of('7'), text).to.deep.equal([]);
    }
    storage.isFull = true;
    recent.visit('7', screen(1));
  });
});
