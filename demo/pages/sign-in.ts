import { Router } from 'express';
import type { Users } from '../db/users.js';
import { field, html } from '../web/html.js';
import { returnPath } from '../web/security-headers.js';
import type { Visitor, Visitors } from '../web/visitor.js';
import type { Page } from './layout.js';
import { csrfField, sendPage } from './layout.js';

export interface SignInForm {
  readonly email: string;
  /** Path to go to afterwards, validated by `returnPath`. */
  readonly returnTo: string;
  readonly failed: boolean;
}

function signInPage(visitor: Visitor, form: SignInForm): Page {
  const problem = form.failed
    ? html`<p class="notice bad" role="alert" id="problem">
        The email address or password is incorrect. Check both and try again.
      </p>`
    : undefined;
  const described = form.failed ? html` aria-describedby="problem" aria-invalid="true"` : undefined;
  return {
    title: 'Sign in',
    width: 'narrow',
    body: html`<div class="card">
      <h1>Sign in</h1>
      ${
        form.returnTo.startsWith('/connect?')
          ? html`<p class="lead">An app wants to connect to your notes. Sign in to see which one.</p>`
          : html`<p class="lead">Welcome back to your notes.</p>`
      }
      ${problem}
      <form method="post" action="/sign-in" class="stack">
        ${csrfField(visitor)}
        <input type="hidden" name="return_to" value="${form.returnTo}" />
        <div class="field">
          <label for="email">Email address</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="username"
            required
            value="${form.email}"
            ${described}
          />
        </div>
        <div class="field">
          <label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password" required${described} />
        </div>
        <button class="primary" type="submit">Sign in</button>
      </form>
      <p class="hint">For the demo: <code>ada@example.test</code> with <code>demo-password</code></p>
    </div>`,
  };
}

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
