import { Router } from 'express';
import type { ConnectedApps } from '../gatehouse/connected-apps.js';
import { appsPage } from '../pages/apps.js';
import { sendPage } from '../pages/layout.js';
import { field } from '../web/form.js';
import type { SignedIn } from '../web/signed-in.js';

export function appsRoutes(apps: ConnectedApps, signedIn: SignedIn, mcpUrl: string): Router {
  const router = Router();

  router.get(
    '/apps',
    signedIn(async (_request, response, user, visitor) => {
      sendPage(response, 200, visitor, appsPage(visitor, await apps.list(user.id), mcpUrl));
    }),
  );

  router.post(
    '/apps/disconnect',
    signedIn(async (request, response, user) => {
      await apps.disconnect(user.id, field(request.body, 'lineage'));
      response.redirect(303, '/apps');
    }),
  );

  return router;
}
