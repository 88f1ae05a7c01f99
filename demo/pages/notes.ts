import { MAX_NOTE_LENGTH, type Note } from '../db/notes.js';
import { html, type Html } from '../web/html.js';
import type { Visitor } from '../web/visitor.js';
import { csrfField, type Page } from './layout.js';
import { day } from './times.js';

export function notesPage(visitor: Visitor, notes: readonly Note[]): Page {
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
