import { messageOf } from '../../../core/message-of.js';
import type { Controller } from '../../model/registration.js';
import type { PartialSchema } from '../../model/schema/admin-schema.js';
import type { Requirement } from '../../model/schema/requirement.js';
import type { Problems } from '../problems.js';
import { didYouMeanFile } from '../files/nearest-file.js';
import type { Given, Spot } from '../spot.js';
import type { CompileContext } from './context.js';

/** Compiles a template's source; throws an Error that says what is wrong, and where by its `location`. */
export type CompileTemplate<Template> = (source: string, file: string) => Template;

/** The partials that a controller's files name, each with who shows it. */
export class PartialUses {
  private readonly uses = new Map<string, { inHeader: boolean; shownBy: Requirement[]; at: Spot }>();

  constructor(
    private readonly controller: Controller,
    private readonly directory: string,
  ) {}

  header(name: Given<string>): void {
    this.use(name).inHeader = true;
  }

  form(name: Given<string>, requires: Requirement): void {
    this.use(name).shownBy.push(requires);
  }

  private use({ value, at }: Given<string>) {
    const existing = this.uses.get(value) ?? { inHeader: false, shownBy: [], at };
    this.uses.set(value, existing);
    return existing;
  }

  /** Holds every use against the files and the registration. */
  check({ problems, definitions }: CompileContext): ReadonlyMap<string, PartialSchema> {
    const found = new Map<string, PartialSchema>();
    for (const [name, { inHeader, shownBy, at }] of this.uses) {
      const file = `${this.directory}/_${name}.htm`;
      if (!this.controller.suppliesPartialData) {
        problems.add(at, `the partial ${name} has nobody to supply its data`, {
          expected: `controller ${this.controller.id} registered with supplies_partial_data`,
        });
      }
      if (definitions.has(file)) found.set(name, { name, file, inHeader, shownBy });
      else
        problems.add(at, `there is no template ${file}`, {
          advice: didYouMeanFile(file, definitions.plugins.files.keys()),
        });
    }
    return found;
  }
}

/** By file. A template that does not compile is told at the place in it that is wrong. */
export function compileTemplates<Template>(
  partials: readonly PartialSchema[],
  compile: CompileTemplate<Template>,
  { problems, definitions }: CompileContext,
): ReadonlyMap<string, Template> {
  const templates = new Map<string, Template>();
  for (const { file } of partials) {
    const bytes = definitions.plugins.files.get(file);
    if (bytes === undefined) continue;
    try {
      templates.set(file, compile(new TextDecoder('utf-8', { fatal: true }).decode(bytes), file));
    } catch (error) {
      tell(error, file, problems);
    }
  }
  return templates;
}

/** Errors of the template language begin with their place: "plugins/…/_stats.htm:3:7: unexpected {{end}}". */
function tell(error: unknown, file: string, problems: Problems): void {
  const message = messageOf(error);
  const { location } = error as { readonly location?: unknown };
  const [, line, column] = typeof location === 'string' ? (/:(\d+):(\d+)$/.exec(location) ?? []) : [];
  const said = typeof location === 'string' && message.startsWith(`${location}: `);
  const what = said ? message.slice(location.length + 2) : message;
  problems.add({ file, line: Number(line ?? 0), column: Number(column ?? 0), key: '' }, `is not a template: ${what}`);
}
