import type { Notes } from './notes.js';
import type { Users } from './users.js';

const DEMO_PASSWORD = 'demo-password';

const PEOPLE = [
  {
    id: 'user-ada',
    email: 'ada@example.test',
    name: 'Ada Example',
    notes: [
      'Water the ferns on Tuesdays and Fridays.',
      'The analytical engine weaves algebraic patterns, just as the loom weaves flowers and leaves.',
      'Ask Grace whether the workshop moves to the big room.',
    ],
  },
  {
    id: 'user-grace',
    email: 'grace@example.test',
    name: 'Grace Example',
    notes: ['Found the moth. Taped it into the logbook.', 'The big room is ours from noon.'],
  },
];

/** Adds two users with a few notes to an empty database. Does nothing if there are users. */
export async function seed(users: Users, notes: Notes): Promise<void> {
  if (await users.any()) return;
  for (const person of PEOPLE) {
    await users.create({ id: person.id, email: person.email, name: person.name }, DEMO_PASSWORD);
    for (const text of person.notes) await notes.add(person.id, text);
  }
}
