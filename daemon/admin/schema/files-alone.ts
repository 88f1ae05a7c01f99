import type { PluginFiles } from '../assets/plugin-files.js';
import { readPhrases } from '../i18n/read-phrases.js';
import { LAST_RESORT } from '../i18n/locale.js';
import type { CompileTemplate, UsesPhrases } from './compile/partials.js';
import { readTemplate } from './compile/partials.js';
import { Definitions } from './files/definitions.js';
import { COLUMNS } from './keys/columns.js';
import { FIELDS } from './keys/fields.js';
import { FILTER } from './keys/filter-config.js';
import { FORM_CONFIG } from './keys/form-config.js';
import { LIST_CONFIG } from './keys/list-config.js';
import { RELATION_CONFIG } from './keys/relation-config.js';
import type { Problems } from './problems.js';
import { formatProblem } from './problems.js';
import type { Reader } from './read/reader.js';

/** What a file of this name holds; other names say nothing about their content. */
const READERS: Readonly<Record<string, Reader<unknown>>> = {
  'config_list.yaml': LIST_CONFIG,
  'config_form.yaml': FORM_CONFIG,
  'config_filter.yaml': FILTER,
  'config_relation.yaml': RELATION_CONFIG,
  'columns.yaml': COLUMNS,
  'fields.yaml': FIELDS,
};

/**
 * What is wrong with the plugins' files whatever the host registers: YAML, keys, phrases, templates. To be told beside a
 * registration that is wrong, so that its author need not repair one to be shown the other.
 *
 * @param problems holds what reading the files found already
 */
export function problemsOfFiles<Template extends UsesPhrases>(
  files: PluginFiles,
  compile: CompileTemplate<Template>,
  problems: Problems,
): readonly string[] {
  readPhrases(files, LAST_RESORT, problems);
  const definitions = new Definitions(files, problems);
  for (const [file, bytes] of files.files) {
    const reader = READERS[file.slice(file.lastIndexOf('/') + 1)];
    if (reader !== undefined) definitions.read(file, reader);
    if (file.endsWith('.htm')) readTemplate(file, bytes, compile, problems);
  }
  return problems.sorted().map(formatProblem);
}
