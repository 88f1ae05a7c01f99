import { Router } from 'express';
import { MAX_NOTE_LENGTH, type Notes } from '../db/notes.js';
import { sendPage } from '../pages/layout.js';
import { notesPage } from '../pages/notes.js';
import { field } from '../web/form.js';
import type { SignedIn } from '../web/signed-in.js';

export function notesRoutes(notes: Notes, signedIn: SignedIn): Router {
  const router = Router();

  router.get(
    '/',
    signedIn(async (_request, response, user, visitor) => {
      sendPage(response, 200, visitor, notesPage(visitor, await notes.list(user.id)));
    }),
  );

  router.post(
    '/notes',
    signedIn(async (request, response, user) => {
      const text = field(request.body, 'text').trim().slice(0, MAX_NOTE_LENGTH);
      if (text !== '') await notes.add(user.id, text);
      response.redirect(303, '/');
    }),
  );

  router.post(
    '/notes/delete',
    signedIn(async (request, response, user) => {
      await notes.remove(user.id, Number(field(request.body, 'id')));
      response.redirect(303, '/');
    }),
  );

  return router;
}
