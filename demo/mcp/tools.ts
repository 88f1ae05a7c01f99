import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { MAX_NOTE_LENGTH, type Note, type Notes } from '../db/notes.js';

/** The scope that each tool needs. */
export const SCOPE_OF_TOOL: ReadonlyMap<string, string> = new Map([
  ['list_notes', 'read'],
  ['search_notes', 'read'],
  ['add_note', 'write'],
  ['summarise_notes', 'ai'],
]);

/** An MCP server that works with one user's notes. */
export function notesServer(notes: Notes, userId: string): McpServer {
  const server = new McpServer({ name: 'acme-notes', version: '1.0.0' });

  server.registerTool(
    'list_notes',
    { title: 'List notes', description: "The user's latest notes, newest first.", annotations: { readOnlyHint: true } },
    async () => text(lines(await notes.list(userId))),
  );

  server.registerTool(
    'search_notes',
    {
      title: 'Search notes',
      description: 'Notes that contain a text.',
      inputSchema: { text: z.string().min(1).max(200).describe('Text to search for') },
      annotations: { readOnlyHint: true },
    },
    async (input) => text(lines(await notes.list(userId, input.text))),
  );

  server.registerTool(
    'add_note',
    {
      title: 'Add a note',
      description: 'Writes a new note.',
      inputSchema: { text: z.string().trim().min(1).max(MAX_NOTE_LENGTH).describe('Text of the note') },
      annotations: { destructiveHint: false },
    },
    async (input) => text(`Added note ${(await notes.add(userId, input.text)).id}.`),
  );

  server.registerTool(
    'summarise_notes',
    {
      title: 'Summarise notes',
      description: 'How many notes there are, and the first sentence of each.',
      annotations: { readOnlyHint: true },
    },
    async () => text(summary(await notes.list(userId))),
  );

  return server;
}

function text(content: string) {
  return { content: [{ type: 'text' as const, text: content }] };
}

function lines(found: readonly Note[]): string {
  if (found.length === 0) return 'No notes.';
  return found.map((note) => `#${note.id} (${note.createdAt.toISOString().slice(0, 10)}) ${note.text}`).join('\n');
}

function summary(all: readonly Note[]): string {
  const firstSentences = all.map((note) => `- ${/^.*?[.!?](?=\s|$)/s.exec(note.text)?.[0] ?? note.text}`);
  return [`${all.length} notes:`, ...firstSentences].join('\n');
}
