import type { SavedView__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/SavedView';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminViewService } from '@gatehouse/proto/services';
import type { SavedView, ViewNotChanged, Views } from '../../admin/ports/views.js';
import { present, violation } from '../from-proto/checks.js';
import type { AdminCalls } from './calls.js';

const listRpc = rpcOf(adminViewService.ListViews);
const saveRpc = rpcOf(adminViewService.SaveView);
const deleteRpc = rpcOf(adminViewService.DeleteView);

/** The saved views of lists, kept by the host: one rpc per method. */
export function createViews(calls: AdminCalls): Views {
  return {
    list: (administratorId, list, call) =>
      calls.read(
        listRpc,
        { administratorId, list },
        (rpc, { views }) => {
          const foreign = views.find(({ shared, ownerId }) => !shared && ownerId !== administratorId);
          if (foreign !== undefined) {
            throw violation(rpc, 'views.owner_id', 'is another administrator, who does not share the view');
          }
          return views.map(viewOf);
        },
        call,
      ),

    save: (change, call) =>
      calls.write(
        saveRpc,
        { ...change },
        (rpc, { view, refusal }) => {
          if (refusal !== undefined) return { refusal: present(REFUSALS.get(refusal)) };
          const saved = viewOf(present(view));
          if (change.id !== '' && saved.id !== change.id)
            throw violation(rpc, 'view.id', 'is not the one of the request');
          return saved;
        },
        call,
      ),

    delete: (administratorId, list, id, call) =>
      calls.write(
        deleteRpc,
        { administratorId, list, id },
        (_rpc, { refusal }) =>
          refusal === 'VIEW_REFUSAL_UNSPECIFIED' ? undefined : { refusal: present(REFUSALS.get(refusal)) },
        call,
      ),
  };
}

function viewOf({ id, version, ownerId, ownerName, shared, name, query }: SavedView__Output): SavedView {
  return { id, version, ownerId, ownerName, shared, name, query };
}

const REFUSALS = new Map<unknown, ViewNotChanged['refusal']>([
  ['VIEW_REFUSAL_UNKNOWN', 'unknown'],
  ['VIEW_REFUSAL_STALE', 'stale'],
  ['VIEW_REFUSAL_FORBIDDEN', 'forbidden'],
  ['VIEW_REFUSAL_TOO_MANY', 'tooMany'],
]);
