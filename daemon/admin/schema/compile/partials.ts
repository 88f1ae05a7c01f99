import { messageOf } from '../../../core/faults.js';
import type { Controller } from '../../model/registration.js';
import type { PartialSchema } from '../../model/schema/admin-schema.js';
import type { Problems, Given, Spot } from '../yaml/problems.js';
import { didYouMeanFile } from '../files/definitions.js';
import type { CompileContext } from './context.js';
import { textOf } from './context.js';

/** Compiles a template's source; throws an Error that says what is wrong, and where by its `location`. */
export type CompileTemplate<Template extends UsesPhrases> = (source: string, file: string) => Template;

/** What a compiled template tells about itself: the texts that it translates whatever its data, with their places. */
export interface UsesPhrases {
  readonly phrases: readonly { readonly text: string; readonly location: string }[];
}

/** The partials that a controller's files name, each with what shows it. */
export class PartialUses {
  readonly #uses = new Map<string, { inHeader: boolean; at: Spot }>();

  constructor(
    private readonly controller: Controller,
    private readonly directory: string,
  ) {}

  header(name: Given<string>): void {
    this.#use(name).inHeader = true;
  }

  form(name: Given<string>): void {
    this.#use(name);
  }

  #use({ value, at }: Given<string>) {
    const existing = this.#uses.get(value) ?? { inHeader: false, at };
    this.#uses.set(value, existing);
    return existing;
  }

  /** Holds every use against the files and the registration. */
  check({ problems, definitions }: CompileContext): ReadonlyMap<string, PartialSchema> {
    const found = new Map<string, PartialSchema>();
    for (const [name, { inHeader, at }] of this.#uses) {
      const file = `${this.directory}/_${name}.htm`;
      if (!this.controller.suppliesPartialData) {
        problems.add(at, `nothing supplies data for the partial ${name}`, {
          expected: `controller ${this.controller.id} registered with supplies_partial_data`,
        });
      }
      if (definitions.has(file)) found.set(name, { name, file, inHeader });
      else
        problems.add(at, `template ${file} does not exist`, {
          advice: didYouMeanFile(file, definitions.plugins.files.keys()),
        });
    }
    return found;
  }
}

/** By file. A template that does not compile is told at the place in it that is wrong, and so is a phrase that is not there. */
export function compileTemplates<Template extends UsesPhrases>(
  partials: readonly PartialSchema[],
  compile: CompileTemplate<Template>,
  context: CompileContext,
): ReadonlyMap<string, Template> {
  const { problems, definitions } = context;
  const templates = new Map<string, Template>();
  for (const { file } of partials) {
    const bytes = definitions.plugins.files.get(file);
    const template = bytes && readTemplate(file, bytes, compile, problems);
    if (template === undefined) continue;
    templates.set(file, template);
    for (const { text, location } of template.phrases) textOf({ value: text, at: spotOf(location, file) }, context);
  }
  return templates;
}

/** A template of its own accord: whether its phrases exist is not looked at. Undefined when it is none. */
export function readTemplate<Template>(
  file: string,
  bytes: Buffer,
  compile: (source: string, file: string) => Template,
  problems: Problems,
): Template | undefined {
  try {
    const source = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const php = PHP.exec(source);
    if (php === null) return compile(source, file);
    problems.add(spotAt(source, php.index, file), 'contains PHP, which is not executed', {
      expected: 'a template as docs/admin/partials.md describes it: {{.Data.name}} in place of <?= $name ?>',
    });
  } catch (error) {
    tell(error, file, problems);
  }
  return undefined;
}

/** October's partials are PHP. To the template language that is text, and the browser would get the source. */
const PHP = /<\?(?:php\b|=)/i;

function spotAt(source: string, index: number, file: string): Spot {
  const lines = source.slice(0, index).split('\n');
  return { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, key: '' };
}

/** Errors of the template language begin with their place: "plugins/…/_stats.htm:3:7: unexpected {{end}}". */
function tell(error: unknown, file: string, problems: Problems): void {
  const message = messageOf(error);
  const { location } = error as { readonly location?: unknown };
  const place = typeof location === 'string' ? location : '';
  const what = place !== '' && message.startsWith(`${place}: `) ? message.slice(place.length + 2) : message;
  problems.add(spotOf(place, file), `is not a valid template: ${what}`);
}

function spotOf(location: string, file: string): Spot {
  const [, line, column] = /:(\d+):(\d+)$/.exec(location) ?? [];
  return { file, line: Number(line ?? 0), column: Number(column ?? 0), key: '' };
}
