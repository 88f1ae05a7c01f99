import { Router } from 'express';
import type { Note, Notes } from '../db/notes.js';
import { MAX_NOTE_LENGTH } from '../db/notes.js';
import type { Html } from '../web/html.js';
import { field, html } from '../web/html.js';
import type { SignedIn, Visitor } from '../web/visitor.js';
import type { Page } from './layout.js';
import { csrfField, day, sendPage } from './layout.js';

function notesPage(visitor: Visitor, notes: readonly Note[]): Page {
  return {
    title: 'Notes',
    current: '/',
    body: html`<h1>Your notes</h1>
      <form method="post" action="/notes" class="card composer">
        ${csrfField(visitor)}
        <label for="text">New note</label>
        <textarea
          id="text"
          name="text"
          rows="3"
          maxlength="${MAX_NOTE_LENGTH}"
          placeholder="Something worth remembering"
          required
        ></textarea>
        <button class="primary" type="submit">Add note</button>
      </form>
      ${
        notes.length === 0
          ? html`<p class="empty">No notes yet. Write one above, or let a connected app write it.</p>`
          : html`<ul class="notes">
              ${notes.map((note) => item(visitor, note))}
            </ul>`
      }`,
  };
}

function item(visitor: Visitor, note: Note): Html {
  return html`<li class="card note">
    <p class="note-text">${note.text}</p>
    <form method="post" action="/notes/delete" class="note-foot">
      ${csrfField(visitor)}
      <input type="hidden" name="id" value="${note.id}" />
      <time datetime="${note.createdAt.toISOString()}">${day(note.createdAt)}</time>
      <button class="quiet" type="submit" aria-label="Delete the note “${note.text.slice(0, 40)}”">Delete</button>
    </form>
  </li>`;
}

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
