import type { Logger } from '../../core/runtime.js';
import { mediaType } from '../../http/headers.js';
import type { PhraseBook } from '../../i18n/phrase-book.js';
import type { ImportEncoding } from '../api/answers.js';
import { IMPORT_ENCODINGS } from '../api/answers.js';
import { AdminError, invalid } from '../api/errors.js';
import { MAX_IMPORT_BYTES } from '../api/limits.js';
import { CONTROLLER_PATHS } from '../api/paths.js';
import type { Request } from '../../http/request.js';
import type { ControllerSchema } from '../model/schema/admin-schema.js';
import type { Ports } from '../ports/ports.js';
import { createImportRecords } from '../usecases/import-records.js';
import type { ImportedFile, ReaderTexts } from '../usecases/read-import.js';
import type { ControllerPlace, GuardedEndpoint } from './endpoint.js';
import { apiTexts, controllerEndpoint } from './endpoint.js';
import { askingOf, queryEntries } from './read-request.js';

/** POST …/import/check and POST …/import. The body is the file. An import leaves a line in the log. */
export function importEndpoints(
  place: ControllerPlace,
  schema: ControllerSchema,
  ports: Pick<Ports, 'bulk' | 'options'>,
  phrases: PhraseBook,
  logger: Logger,
): GuardedEndpoint[] {
  const imports = createImportRecords(schema, ports);

  const checking = controllerEndpoint(
    place,
    'POST',
    CONTROLLER_PATHS.checkImport,
    'import_check',
    MAX_IMPORT_BYTES,
    async (request) => {
      const query = queryEntries(request.http);
      if (query instanceof AdminError) return query;
      const file = fileIn(request.http);
      if (file instanceof AdminError) return file;
      const checked = await imports.check(file, query, textsIn(phrases, request.locale), askingOf(request));
      return checked instanceof AdminError ? checked : { data: checked };
    },
  );

  const running = controllerEndpoint(
    place,
    'POST',
    CONTROLLER_PATHS.import,
    'import',
    MAX_IMPORT_BYTES,
    async (request) => {
      const query = queryEntries(request.http);
      if (query instanceof AdminError) return query;
      const file = fileIn(request.http);
      if (file instanceof AdminError) return file;
      const { administrator, call, locale } = request;
      const outcome = await imports.run(file, query, textsIn(phrases, locale), askingOf(request));
      if (outcome instanceof AdminError) return outcome;
      const { created, updated, unchanged, problems, more_problems: more } = outcome;
      const count = problems.length + more;
      logger.info(
        {
          administrator: administrator.id,
          controller: schema.controller.id,
          requestId: call.requestId,
          created,
          updated,
          unchanged,
          problems: count,
        },
        count === 0 ? 'an administrator imported records' : 'an import was refused, and nothing was written',
      );
      return { status: created > 0 ? 201 : 200, data: outcome };
    },
  );
  return [checking, running];
}

/** The file: `Content-Type: text/csv`, with `charset` for a file without a byte order mark that is not UTF-8. */
function fileIn({ headers, body }: Request): ImportedFile | AdminError {
  const type = headers.get('content-type');
  if (mediaType(type) !== 'text/csv') return new AdminError('unsupported_media_type');
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  const encoding: ImportEncoding | undefined = IMPORT_ENCODINGS.find((one) => one === charset);
  if (encoding === undefined) return invalid('charset', { rule: 'choice' });
  return { bytes: body, encoding };
}

function textsIn(phrases: PhraseBook, locale: string): ReaderTexts {
  const translator = phrases.in(locale);
  return {
    locale,
    say: ({ source }) => translator.text(source),
    problem: apiTexts(phrases).errors(locale).problem,
    yes: translator.text('backend::lang.filter.on'),
    no: translator.text('backend::lang.filter.off'),
  };
}
