import { Router } from 'express';
import type { Users } from '../db/users.js';
import { sendPage } from '../pages/layout.js';
import { signInPage } from '../pages/sign-in.js';
import { field } from '../web/form.js';
import { returnPath } from '../web/return-path.js';
import type { Visitors } from '../web/visitor.js';

export function signInRoutes(users: Users, visitors: Visitors): Router {
  const router = Router();

  router.get('/sign-in', (request, response) => {
    const returnTo = returnPath(field(request.query, 'return_to'));
    const visitor = visitors.of(request);
    if (visitor.user) response.redirect(303, returnTo);
    else sendPage(response, 200, visitor, signInPage(visitor, { email: '', returnTo, failed: false }));
  });

  router.post('/sign-in', async (request, response) => {
    const email = field(request.body, 'email');
    const returnTo = returnPath(field(request.body, 'return_to'));
    const user = await users.withPassword(email, field(request.body, 'password'));
    if (user) {
      await visitors.signIn(response, user);
      response.redirect(303, returnTo);
    } else {
      const visitor = visitors.of(request);
      sendPage(response, 401, visitor, signInPage(visitor, { email, returnTo, failed: true }));
    }
  });

  router.post('/sign-out', async (request, response) => {
    await visitors.signOut(request, response);
    response.redirect(303, '/sign-in');
  });

  return router;
}
