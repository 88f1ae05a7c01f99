import { toTimestamp } from '@gatehouse/proto/time';
import type { Row } from './admin-values.js';
import { sql } from './lab-calls.js';
import type { Seen } from './play.js';
import { CHIEF, MANAGER, NOBODY } from './staff.js';

/** Sessions, preferences and views of an administrator, at their limits. They need the administrators of staff.ts. */

const NOW = Date.now();
const after = (ms: number) => toTimestamp(NOW + ms);
const device = { browser: '', system: 'ü', network: '' };
const session = (sessionId: string, others: object = {}) => ({
  ...{ administratorId: MANAGER, tokenVersion: 0, sessionId, device, at: after(0), expiresAt: after(9_000_000) },
  ...others,
});
const rows = (what: string) => `with recursive n(i) as (select 1 union all select i + 1 from n where ${what})`;
const preference = (key: string, document = '1') => ({ administratorId: MANAGER, preference: { key, document } });
const view = (name: string, others: object = {}) => ({
  ...{ administratorId: MANAGER, list: 'acme.shop.tags', name, query: 'a=b' },
  ...others,
});
/** The id of the view of the chief. */
const chiefs = (seen: Seen) =>
  String((seen('a view of the chief')['view'] as Record<string, unknown> | undefined)?.['id']);
const views = (from: number, count: number, shared: number, owner: string) =>
  `insert into backend_views (id, list, user_id, shared, name, query, version, updated_at) ${rows(`i < ${count}`)}
    select 'v${from}-' || i, 'acme.shop.tags', ${owner}, ${shared}, 'n' || i, '', 3, 0 from n`;

export const LIMITS: readonly Row[] = [
  sql(
    'a hundred sessions',
    `insert into backend_sessions (session_id, user_id, token_version, browser, system, network, opened_at, used_at, expires_at)
      ${rows('i < 103')} select 'n' || i, ${MANAGER}, case when i = 102 then 1 else 0 end, '', '', '', ${NOW - 9}, ${NOW} - (i - i / 7 * 7),
      case when i = 103 then 5 else ${NOW + 100_000} end from n`,
  ),
  ['the hundred', 'sessions.ListSessions', { administratorId: MANAGER, at: after(1) }],
  ['one more', 'sessions.OpenSession', session('more')],
  ['the hundred with it', 'sessions.ListSessions', { administratorId: MANAGER, at: after(1) }],
  [
    'a use at the same time',
    'sessions.TouchSession',
    { administratorId: MANAGER, sessionId: 'more', device: { ...device, browser: 'x' }, at: after(0) },
  ],
  [
    'a use before',
    'sessions.TouchSession',
    { administratorId: MANAGER, sessionId: 'more', device: { ...device, browser: 'y' }, at: after(-5) },
  ],
  [
    'a session used by another',
    'sessions.TouchSession',
    { administratorId: CHIEF, sessionId: 'more', device: { ...device, browser: 'z' }, at: after(50) },
  ],
  ['at their end', 'sessions.ListSessions', { administratorId: MANAGER, at: after(100_000) }],
  ['ended by the chief', 'sessions.EndSession', { administratorId: MANAGER, sessionId: 'more', endedBy: CHIEF }],
  ['ended by nobody', 'sessions.EndSession', { administratorId: MANAGER, sessionId: 'n1', endedBy: NOBODY }],
  ['of another, by its owner', 'sessions.EndSession', { administratorId: CHIEF, sessionId: 'n1', endedBy: CHIEF }],
  ['a session of 64 letters', 'sessions.OpenSession', session('ü'.repeat(64))],
  ['one of 65', 'sessions.OpenSession', session('ü'.repeat(65))],
  [
    'a session in the past',
    'sessions.OpenSession',
    session('past', { at: toTimestamp(-62_135_596_800_000), expiresAt: toTimestamp(-1) }),
  ],
  sql(
    'two hundred preferences',
    `insert into backend_preferences (user_id, item_key, document, updated_at) ${rows('i < 200')}
      select ${MANAGER}, 'k' || i, '1', 0 from n`,
  ),
  ['one preference more', 'accounts.SetPreference', preference('more')],
  ['one of the preferences', 'accounts.SetPreference', preference('k7', '2')],
  ['one of Gatehouse', 'accounts.SetPreference', preference('gatehouse.x')],
  ['one that looks like it', 'accounts.SetPreference', preference('Gatehouse.x')],
  ['one that begins like it', 'accounts.SetPreference', preference('gatehousex')],
  ['none in its place', 'accounts.SetPreference', preference('k9', '')],
  ['then one more', 'accounts.SetPreference', preference('more', '"ü"')],
  [
    'preferences of the manager',
    'accounts.GetPreferences',
    { administratorId: MANAGER, keys: ['K7', 'k7', 'k9', 'more', 'gatehouse.x', 'gatehousex'] },
  ],
  sql('fifty views', views(1, 50, 0, MANAGER)),
  ['a view more', 'views.SaveView', view('a')],
  ['a shared one without the right', 'views.SaveView', view('a', { shared: true })],
  ['a view of the chief', 'views.SaveView', view('b', { administratorId: CHIEF, shared: true })],
  ['changed by the manager', 'views.SaveView', (seen) => view('c', { id: chiefs(seen), version: 1 })],
  [
    'deleted by the manager',
    'views.DeleteView',
    (seen) => ({
      administratorId: MANAGER,
      list: 'acme.shop.tags',
      id: chiefs(seen),
    }),
  ],
  [
    'unshared with an old version',
    'views.SaveView',
    (seen) =>
      view('c', {
        administratorId: CHIEF,
        id: chiefs(seen),
        version: 7,
      }),
  ],
  sql('a hundred shared views', views(2, 99, 1, MANAGER)),
  ['a shared one more', 'views.SaveView', view('d', { administratorId: CHIEF, shared: true })],
  [
    'a shared one changes',
    'views.SaveView',
    view('e', { administratorId: CHIEF, shared: true, id: 'v2-7', version: 3 }),
  ],
  [
    'a shared one of the manager becomes the 51st',
    'views.SaveView',
    view('e', { administratorId: CHIEF, id: 'v2-8', version: 3 }),
  ],
  ['views of the chief', 'views.ListViews', { administratorId: CHIEF, list: 'acme.shop.tags' }],
  ['views of someone unknown', 'views.ListViews', { administratorId: '77', list: 'acme.shop.tags' }],
];
