import type { AdminViewServiceDefinition } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminViewService';
import type { SavedView as SavedViewMessage } from '@gatehouse/proto/generated/gatehouse/host/v1/SavedView';
import type { ViewRefusal__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ViewRefusal';
import { adminViewService } from '@gatehouse/proto/services';
import type { SavedView, ViewRefusal, Views } from '../views/views.js';
import type { AdminLogger, AdminRpcs } from './admin-rpc.js';
import { adminRpc } from './admin-rpc.js';

/** AdminViewService over Views. */
export function serveViews(views: Views, logger: AdminLogger): AdminRpcs<AdminViewServiceDefinition> {
  return {
    ListViews: adminRpc(adminViewService.ListViews, logger, async ({ administratorId, list }, limits) => ({
      views: (await views.list(administratorId, list, limits)).map(toView),
    })),

    SaveView: adminRpc(adminViewService.SaveView, logger, async (request, limits) => {
      const { administratorId, list, id, version, shared, name, query } = request;
      const change = { administratorId, list, id: id === '' ? undefined : id, version, shared, name, query };
      const outcome = await views.save(change, limits);
      return typeof outcome === 'string' ? { refusal: REFUSALS[outcome] } : { view: toView(outcome) };
    }),

    DeleteView: adminRpc(adminViewService.DeleteView, logger, async ({ administratorId, list, id }, limits) => {
      const refusal = await views.delete(administratorId, list, id, limits);
      return { refusal: refusal === undefined ? 'VIEW_REFUSAL_UNSPECIFIED' : REFUSALS[refusal] };
    }),
  };
}

function toView({ id, version, ownerId, ownerName, shared, name, query }: SavedView): SavedViewMessage {
  return { id, version, ownerId, ownerName, shared, name, query };
}

const REFUSALS: Readonly<Record<ViewRefusal, ViewRefusal__Output>> = {
  unknown: 'VIEW_REFUSAL_UNKNOWN',
  stale: 'VIEW_REFUSAL_STALE',
  forbidden: 'VIEW_REFUSAL_FORBIDDEN',
  tooMany: 'VIEW_REFUSAL_TOO_MANY',
};
