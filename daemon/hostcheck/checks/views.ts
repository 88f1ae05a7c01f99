import { randomToken } from '../../core/crypto.js';
import { CALL, newAdministrator } from '../subject/admin.js';
import type { Check } from '../subject/check.js';
import { expectSame } from '../subject/expectations.js';

/**
 * The saved views of lists. No administrator of the run has a permission, so that views are never shared: a check sees
 * only that the host refuses it.
 */

const LIST = 'check_host.list';
const QUERY = 'sort=-date&filter[status]=Λ&columns=title,date';

const viewSave: Check = {
  name: 'views/save',
  citation: 'admin_view.proto: SaveView',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_VIEWS',
  run: async ({ admin: { directory, views } }) => {
    const { administrator } = await newAdministrator(directory);
    const own = { administratorId: administrator.id, list: LIST, shared: false };
    const created = await views.save({ ...own, id: '', version: 0, name: 'Mine "Λ" 🦉', query: QUERY }, CALL);
    const advice = 'Store name and query exactly as received; the administrator of the request is the owner.';
    const contents = { shared: false, name: 'Mine "Λ" 🦉', query: QUERY, ownerId: administrator.id };
    const { id, version } = 'refusal' in created ? { id: '', version: 0 } : created;
    expectSame('SaveView of a new view', 'refusal' in created ? created : pick(created), contents, advice);
    expectSame('ListViews', await views.list(administrator.id, LIST, CALL), [created], advice);
    const elsewhere = await views.list(administrator.id, `${LIST}.other`, CALL);
    expectSame('ListViews of another list', elsewhere, [], 'Return only the views of the list.');

    const changes = await Promise.all(
      ['A', 'B', 'C'].map((name) => views.save({ ...own, id, version, name, query: '' }, CALL)),
    );
    const outcomes = changes.map((one) => ('refusal' in one ? one.refusal : 'saved')).sort();
    const once = 'Compare the version and raise it in the statement that writes the view, or lock the row.';
    expectSame('three changes from one version at once', outcomes, ['saved', 'stale', 'stale'], once);
    const unknown = await views.save(
      { ...own, id: `check-host-${randomToken(9)}`, version: 1, name: 'X', query: '' },
      CALL,
    );
    expectSame('SaveView of an unknown view', unknown, { refusal: 'unknown' }, 'Return UNKNOWN for an unknown id.');
    const wrongList = await views.save({ ...own, list: `${LIST}.other`, id, version, name: 'X', query: '' }, CALL);
    expectSame('SaveView under another list', wrongList, { refusal: 'unknown' }, 'A view belongs to one list.');
  },
};

function pick({ shared, name, query, ownerId }: { shared: boolean; name: string; query: string; ownerId: string }) {
  return { shared, name, query, ownerId };
}

const viewOwner: Check = {
  name: 'views/owner',
  citation: 'admin_view.proto: AdminViewService, "known only to its owner"',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_VIEWS',
  run: async ({ admin: { directory, views } }) => {
    const { administrator } = await newAdministrator(directory);
    const { administrator: other } = await newAdministrator(directory);
    const mine = { administratorId: administrator.id, list: LIST, shared: false, name: 'Mine', query: '' };
    const created = await views.save({ ...mine, id: '', version: 0 }, CALL);
    const { id, version } = 'refusal' in created ? { id: '', version: 0 } : created;
    const advice = 'A view that is not shared does not exist for anybody but its owner.';
    expectSame('ListViews of another administrator', await views.list(other.id, LIST, CALL), [], advice);
    const taken = await views.save({ ...mine, administratorId: other.id, id, version, name: 'Taken' }, CALL);
    expectSame('SaveView by another administrator', taken, { refusal: 'unknown' }, advice);
    const deleted = await views.delete(other.id, LIST, id, CALL);
    expectSame('DeleteView by another administrator', deleted, { refusal: 'unknown' }, advice);
    expectSame('ListViews afterwards', await views.list(administrator.id, LIST, CALL), [created], advice);
  },
};

const viewSharing: Check = {
  name: 'views/sharing',
  citation: 'admin_view.proto: AdminViewService, "backend.share_views"',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_VIEWS',
  run: async ({ admin: { directory, views } }) => {
    const { administrator } = await newAdministrator(directory);
    const forbidden = { refusal: 'forbidden' };
    const advice =
      'Look the administrator up in the directory, in the transaction of the write, and refuse one without "backend.share_views".';
    const shared = { administratorId: administrator.id, list: LIST, shared: true, name: 'Ours', query: '' };
    expectSame(
      'SaveView of a shared view',
      await views.save({ ...shared, id: '', version: 0 }, CALL),
      forbidden,
      advice,
    );
    const created = await views.save({ ...shared, shared: false, id: '', version: 0 }, CALL);
    const { id, version } = 'refusal' in created ? { id: '', version: 0 } : created;
    expectSame('sharing an own view', await views.save({ ...shared, id, version }, CALL), forbidden, advice);
    const unknown = { ...shared, administratorId: `check-host-${randomToken(9)}`, shared: false, id: '', version: 0 };
    const missing = 'Return FORBIDDEN if there is no such administrator.';
    expectSame('SaveView by an unknown administrator', await views.save(unknown, CALL), forbidden, missing);
  },
};

const viewDelete: Check = {
  name: 'views/delete',
  citation: 'admin_view.proto: DeleteView',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_VIEWS',
  run: async ({ admin: { directory, views } }) => {
    const { administrator } = await newAdministrator(directory);
    const own = { administratorId: administrator.id, list: LIST, shared: false, name: 'Mine', query: '' };
    const created = await views.save({ ...own, id: '', version: 0 }, CALL);
    const id = 'refusal' in created ? '' : created.id;
    const advice = 'Delete the view of that list, and return UNKNOWN if there is none.';
    const elsewhere = await views.delete(administrator.id, `${LIST}.other`, id, CALL);
    expectSame('DeleteView under another list', elsewhere, { refusal: 'unknown' }, advice);
    expectSame('DeleteView', await views.delete(administrator.id, LIST, id, CALL), undefined, advice);
    expectSame('ListViews afterwards', await views.list(administrator.id, LIST, CALL), [], advice);
    expectSame(
      'DeleteView again',
      await views.delete(administrator.id, LIST, id, CALL),
      { refusal: 'unknown' },
      advice,
    );
  },
};

const viewLimit: Check = {
  name: 'views/limit',
  citation: 'admin_view.proto: AdminViewService, "at most 50 views"',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_VIEWS',
  run: async ({ admin: { directory, views } }) => {
    const { administrator } = await newAdministrator(directory);
    const own = { administratorId: administrator.id, list: LIST, shared: false, id: '', version: 0, query: '' };
    for (let count = 1; count <= MAX_OWN; count += 1) await views.save({ ...own, name: `View ${count}` }, CALL);
    const advice = 'An administrator has at most 50 views of a list that are not shared.';
    expectSame(
      'the 51st view of a list',
      await views.save({ ...own, name: 'Last' }, CALL),
      { refusal: 'tooMany' },
      advice,
    );
    expectSame('the number of views', (await views.list(administrator.id, LIST, CALL)).length, MAX_OWN, advice);
    const other = await views.save({ ...own, list: `${LIST}.other`, name: 'First' }, CALL);
    expectSame('a view of another list', 'refusal' in other, false, advice);
  },
};

const MAX_OWN = 50;

export const VIEW_CHECKS: readonly Check[] = [viewSave, viewOwner, viewSharing, viewDelete, viewLimit];
