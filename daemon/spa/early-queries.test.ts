import { QueryClient } from '@tanstack/react-query';
import { expect } from 'chai';
import type { UserBody } from '../admin/api/answers.js';
import type { Endpoints } from './api/endpoints.js';
import { formSchemaQuery, languageQuery, listSchemaQuery, navigationQuery, rowsQuery } from './api/queries.js';
import { askEarly } from './early-queries.js';
import type { SessionState } from './platform/session.js';
import { Store } from './platform/store.js';

const ADA: UserBody = {
  id: '7',
  login: 'ada',
  email: 'ada@example.test',
  name: 'Ada',
  role: null,
  superuser: false,
  permissions: [],
  locale: null,
};
const ASSETS = { scripts: ['/list.js'], styles: [] };
const FAILED = 'failed';

class States extends Store<SessionState> {
  become(state: SessionState): void {
    this.set(state);
  }
}

/** The page at an address, before it is known who is signed in. */
function opened(address: string, failing: readonly string[] = []) {
  const asked: string[] = [];
  const answer = (name: string, data: object) => {
    asked.push(name);
    return failing.includes(name) ? Promise.reject(new Error(FAILED)) : Promise.resolve({ data });
  };
  const api = {
    language: (locale: string) => answer(`language ${locale}`, { locale: locale || 'de', locales: [], phrases: {} }),
    navigation: () => answer('navigation', {}),
    listSchema: (controller: string) =>
      answer(`list ${controller}`, {
        controller: 'acme.blog.posts',
        columns: [],
        filters: [],
        savedViews: null,
        assets: ASSETS,
      }),
    formSchema: (controller: string) => answer(`form ${controller}`, { assets: ASSETS }),
    list: (controller: string, query: URLSearchParams) => answer(`rows ${controller} ${query.toString()}`, []),
  } as unknown as Endpoints;
  const session = new States({ kind: 'starting' });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const loaded: unknown[] = [];
  const [path = '', search = ''] = address.split(/(?=\?)/);
  const over = askEarly({
    api,
    queries,
    session,
    location: { current: () => ({ path, search }) },
    assets: { load: (assets) => void loaded.push(assets) },
  });
  return { api, queries, session, asked, loaded, over };
}

describe('early queries: what the first screen will show', () => {
  const { navigator } = globalThis;
  before(() => {
    Object.defineProperty(globalThis, 'navigator', { value: { languages: ['de-AT'] }, configurable: true });
    // An empty store: the administrator has chosen no columns.
    Object.defineProperty(globalThis, 'document', { value: { querySelector: () => null }, configurable: true });
  });
  after(() => {
    Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
    Reflect.deleteProperty(globalThis, 'document');
  });

  for (const state of [{ kind: 'signed-out' }, { kind: 'failed', error: new Error() as never }] as const) {
    it(`asks for nothing but the language before it is known who is signed in, and nothing more if ${state.kind}`, async () => {
      const { asked, session, over } = opened('/acme/blog/posts');
      expect(asked).to.deep.equal(['language ']);
      session.become(state);
      await over;
      expect(asked).to.deep.equal(['language ']);
    });
  }

  it('asks for the rows of a list as its address says, under the keys that the screens use', async () => {
    const { api, queries, asked, loaded, session, over } = opened('/acme/blog/posts?page=2&search=sea');
    session.become({ kind: 'signed-in', user: ADA });
    await over;
    expect(asked).to.deep.equal([
      'language ',
      'navigation',
      'list acme.blog.posts',
      'rows acme.blog.posts page=2&search=sea',
    ]);
    expect(loaded).to.deep.equal([ASSETS]);
    // The region is the browser's: "de" of a reader in Austria.
    for (const { queryKey } of [
      languageQuery(api, ''),
      navigationQuery(api, 'de-AT'),
      listSchemaQuery(api, 'acme.blog.posts', 'de-AT'),
      rowsQuery(api, 'acme.blog.posts', new URLSearchParams('page=2&search=sea')),
    ])
      expect(queries.getQueryData(queryKey), JSON.stringify(queryKey)).to.have.property('data');
  });

  it("asks in the administrator's own language, which decides the keys of the rest", async () => {
    const { api, queries, asked, session, over } = opened('/');
    session.become({ kind: 'signed-in', user: { ...ADA, locale: 'pt-BR' } });
    await over;
    expect(asked).to.deep.equal(['language ', 'language pt-BR', 'navigation']);
    expect(queries.getQueryData(navigationQuery(api, 'pt-BR').queryKey)).to.have.property('data');
  });

  for (const path of ['/acme/blog/posts/create', '/acme/blog/posts/update/5', '/acme/blog/posts/preview/5']) {
    it(`asks for the form of ${path} and loads its assets`, async () => {
      const { api, queries, asked, loaded, session, over } = opened(path);
      session.become({ kind: 'signed-in', user: ADA });
      await over;
      expect(asked).to.deep.equal(['language ', 'navigation', 'form acme.blog.posts']);
      expect(loaded).to.deep.equal([ASSETS]);
      expect(queries.getQueryData(formSchemaQuery(api, 'acme.blog.posts', 'de-AT').queryKey)).to.have.property('data');
    });
  }

  for (const failing of ['language ', 'navigation', 'list acme.blog.posts', 'rows acme.blog.posts page=1']) {
    it(`leaves a failure of "${failing}" to the screen, which asks again`, async () => {
      const { api, queries, asked, session, over } = opened('/acme/blog/posts?page=1', [failing]);
      session.become({ kind: 'signed-in', user: ADA });
      await over;
      const isLanguage = failing === 'language ';
      expect(asked.includes('navigation'), 'without a language there is no key').to.equal(!isLanguage);
      const before = asked.length;
      await queries.query(languageQuery(api, '')).catch(() => undefined);
      expect(asked.length - before, 'a failure is not kept').to.equal(isLanguage ? 1 : 0);
    });
  }
});
