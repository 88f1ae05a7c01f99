import type { LocalisedViews } from '../../i18n/phrase-book.js';
import { AdminError } from '../api/errors.js';
import { PATHS } from '../api/paths.js';
import type { AdminSchema } from '../model/schema/admin-schema.js';
import type { RecordSearch } from '../ports/record-search.js';
import { permittedCommands } from '../schema/permitted/commands.js';
import { createSearchRecords } from '../usecases/search-records.js';
import type { GuardedEndpoint } from './endpoint.js';
import { FixedAnswers } from './fixed-answers.js';
import { askingOf, queryEntries } from './read-request.js';

/**
 * The command palette: GET /commands, and GET /search for hosts that can search several lists.
 * @param search absent: the host cannot
 */
export function paletteEndpoints(
  schema: AdminSchema,
  views: LocalisedViews,
  search: RecordSearch | undefined,
): GuardedEndpoint[] {
  const answers = new FixedAnswers();
  const base = { method: 'GET', access: 'authenticated', permissions: [], maxBodyBytes: 0 } as const;
  const commands: GuardedEndpoint = {
    ...base,
    name: 'admin.commands',
    path: PATHS.commands,
    handle: ({ permissions, locale }) => answers.of(views.get(permittedCommands.get(schema, permissions), locale)),
  };
  if (search === undefined) return [commands];
  const searchRecords = createSearchRecords(schema, views, search);
  return [
    commands,
    {
      ...base,
      name: 'admin.search',
      path: PATHS.search,
      readsForCaller: true,
      async handle(request) {
        const query = queryEntries(request.http);
        if (query instanceof AdminError) return query;
        const found = await searchRecords(query, askingOf(request));
        return found instanceof AdminError ? found : { data: found };
      },
    },
  ];
}
