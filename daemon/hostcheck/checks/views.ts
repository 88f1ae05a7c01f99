import type { Administrator } from '../../admin/model/administrator.js';
import type { SavedView, ViewChange, ViewNotChanged } from '../../admin/ports/views.js';
import { randomToken } from '../../core/crypto.js';
import { CALL, newAdministrator } from '../subject/admin.js';
import type { Check } from '../subject/check.js';
import { withColleagues } from '../subject/colleagues.js';
import { CheckFailure, expectSame } from '../subject/expectations.js';

/** The saved views of lists. Only the checks of --scratch have administrators who may share them. */

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
    const [now] = await views.list(administrator.id, LIST, CALL);
    const changed = changes.find((one) => !('refusal' in one));
    expectSame('ListViews after a change', now, changed, 'Return the view as it was saved, with its new version.');
    expectSame('whether the version rose', (now?.version ?? 0) > version, true, once);
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
    const stays = await views.save({ ...own, id: '', version: 0, name: 'Another' }, CALL);
    const advice = 'Delete the view of that list, and return UNKNOWN if there is none.';
    const elsewhere = await views.delete(administrator.id, `${LIST}.other`, id, CALL);
    expectSame('DeleteView under another list', elsewhere, { refusal: 'unknown' }, advice);
    expectSame('DeleteView', await views.delete(administrator.id, LIST, id, CALL), undefined, advice);
    expectSame('ListViews afterwards', await views.list(administrator.id, LIST, CALL), [stays], advice);
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
const MAX_SHARED = 100;

const viewShared: Check = {
  name: 'views/shared',
  citation: 'admin_view.proto: AdminViewService, "Others see it only if it is shared"; SaveView, "The owner"',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_VIEWS',
  scratch: true,
  run: (subject) =>
    withColleagues(subject, async (colleagues) => {
      const { views } = subject.admin;
      const list = newList();
      const sharer = await colleagues.colleague({ permissions: ['backend.share_views'] });
      const reader = await colleagues.colleague();
      const save = async (by: Administrator, change: Partial<ViewChange>) =>
        views.save(
          { ...{ administratorId: by.id, list, id: '', version: 0, name: 'Ours', query: '', shared: true }, ...change },
          CALL,
        );
      const seenBy = async ({ id }: Administrator) => views.list(id, list, CALL);
      const allowed = 'Superusers and holders of "backend.share_views" share views, change and delete shared ones.';
      const view = saved(await save(sharer, {}), allowed);
      const { id, version } = view;
      const advice = 'Everybody sees a shared view, with its owner.';
      for (const by of [sharer, reader]) expectSame('ListViews with a shared view', await seenBy(by), [view], advice);
      expectSame('ListViews of an unknown administrator', await views.list(unknownId(), list, CALL), [view], advice);
      const owner = [view.ownerId, view.shared, view.ownerName === '' || view.ownerName === sharer.login];
      expectSame('owner_id, shared, and owner_name or none', owner, [sharer.id, true, true], advice);

      const forbidden = { refusal: 'forbidden' };
      const others =
        'Return FORBIDDEN for a shared view that the administrator may not change, before comparing versions.';
      for (const change of [{ version }, { version: version + 7 }, { version, shared: false }]) {
        const refused = await save(reader, { id, ...change });
        expectSame('SaveView of a shared view without the permission', refused, forbidden, others);
      }
      const kept = await views.delete(reader.id, list, id, CALL);
      expectSame('DeleteView of a shared view without the permission', kept, forbidden, others);
      expectSame('ListViews after refusals', await seenBy(sharer), [view], 'Nothing may change.');

      const changed = saved(
        await save(colleagues.superuser, { id, version, name: 'Theirs', query: 'sort=id' }),
        allowed,
      );
      const expected = { ...view, name: 'Theirs', query: 'sort=id', version: changed.version };
      expectSame('a shared view that a superuser changed', changed, expected, 'The owner of a view stays the same.');
      const raised = changed.version > version;
      expectSame('whether its version rose', raised, true, 'Raise the version with every change.');
      const own = await save(colleagues.superuser, { id, version: changed.version, shared: false });
      const unshared = saved(own, allowed);
      expectSame('ListViews of the owner of a view that is no longer shared', await seenBy(sharer), [unshared], advice);
      const hidden = 'A view that is not shared is known only to its owner.';
      for (const by of [reader, colleagues.superuser]) expectSame('ListViews of others', await seenBy(by), [], hidden);
      const foreign = await views.delete(colleagues.superuser.id, list, id, CALL);
      expectSame('DeleteView of it by a superuser', foreign, { refusal: 'unknown' }, hidden);

      const gone = saved(await save(sharer, { name: 'Gone' }), allowed);
      const both = [sharer, colleagues.superuser, sharer, colleagues.superuser];
      const deletions = await Promise.all(both.map(async (by) => views.delete(by.id, list, gone.id, CALL)));
      const once = 'Return UNKNOWN if the statement deleted no row, or lock the view before you read it.';
      const outcomes = deletions.map((one) => one?.refusal ?? 'deleted').sort();
      const one = ['deleted', 'unknown', 'unknown', 'unknown'];
      expectSame('four deletions of one shared view at once', outcomes, one, once);

      await colleagues.deactivate(sharer);
      const inactive = 'Return FORBIDDEN for an administrator who is not active.';
      const late = await save(sharer, { id, version: unshared.version, shared: false });
      expectSame('SaveView by an inactive administrator', late, forbidden, inactive);
      expectSame('DeleteView by an inactive one', await views.delete(sharer.id, list, id, CALL), forbidden, inactive);
    }),
};

const viewSharedLimit: Check = {
  name: 'views/shared-limit',
  citation: 'admin_view.proto: AdminViewService, "at most 100 shared views"',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_VIEWS',
  scratch: true,
  run: (subject) =>
    withColleagues(subject, async (colleagues) => {
      const { superuser } = colleagues;
      const { views } = subject.admin;
      const list = newList();
      const save = { administratorId: superuser.id, list, id: '', version: 0, query: '', shared: true };
      const made: string[] = [];
      const advice = 'A list has at most 100 shared views; those that are not shared count for their owner alone.';
      try {
        for (let count = 1; count <= MAX_SHARED; count += 1) {
          made.push(saved(await views.save({ ...save, name: `View ${count}` }, CALL), advice).id);
        }
        const tooMany = { refusal: 'tooMany' };
        expectSame('the 101st shared view', await views.save({ ...save, name: 'Last' }, CALL), tooMany, advice);
        const other = await colleagues.colleague({ permissions: ['backend.share_views'] });
        const by = { ...save, administratorId: other.id, name: 'Last' };
        expectSame('the 101st shared view, by another one', await views.save(by, CALL), tooMany, advice);
        const own = saved(await views.save({ ...save, name: 'Mine', shared: false }, CALL), advice);
        made.push(own.id);
        const sharing = await views.save({ ...save, id: own.id, version: own.version, name: 'Mine' }, CALL);
        expectSame('sharing an own view of a list with 100 shared ones', sharing, tooMany, advice);
        const [first = ''] = made;
        const changed = await views.save({ ...save, id: first, version: 1, name: 'Again' }, CALL);
        const isFull = 'refusal' in changed && changed.refusal === 'tooMany';
        expectSame('whether a change of one of the 100 is one too many', isFull, false, advice);
      } finally {
        for (const id of made) await views.delete(superuser.id, list, id, CALL);
      }
    }),
};

/** A list of which no other run has views. */
const newList = (): string => `check_host.${randomToken(9).toLowerCase().replace(/[-]/g, '_')}`;
const unknownId = (): string => `check-host-${randomToken(9)}`;

function saved(outcome: SavedView | ViewNotChanged, advice: string): SavedView {
  if ('refusal' in outcome) throw new CheckFailure('a view that is saved', `the refusal ${outcome.refusal}`, advice);
  return outcome;
}

export const VIEW_CHECKS: readonly Check[] = [
  viewSave,
  viewOwner,
  viewSharing,
  viewDelete,
  viewLimit,
  viewShared,
  viewSharedLimit,
];
