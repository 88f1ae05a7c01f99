import { messageOf } from '../../../core/faults.js';
import type { Controller } from '../../model/registration.js';
import type { PartialSchema } from '../../model/schema/admin-schema.js';
import type { Problems, Given, Spot } from '../yaml/problems.js';
import { didYouMeanFile } from '../files/definitions.js';
import type { CompileContext } from './context.js';
import { textOf } from './context.js';

/** Compiles a template's source. Throws an Error with a message and a `location`. */
export type CompileTemplate<Template extends CheckedTemplate> = (source: string, file: string) => Template;

/** The facts about a compiled template that do not depend on its data, with positions. */
export interface CheckedTemplate {
  /** The phrases that it uses. */
  readonly phrases: readonly { readonly text: string; readonly location: string }[];
  readonly mistakes: readonly { readonly what: string; readonly location: string }[];
}

/** The partials that a controller's files name, each with its uses. */
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

  /** Checks every use against the files and the registration. */
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

/** The templates by file. Reports compile errors and unknown phrases at their positions in the template. */
export function compileTemplates<Template extends CheckedTemplate>(
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

/** Compiles a template on its own, without checking that its phrases exist. Undefined if it does not compile. */
export function readTemplate<Template extends CheckedTemplate>(
  file: string,
  bytes: Buffer,
  compile: (source: string, file: string) => Template,
  problems: Problems,
): Template | undefined {
  try {
    const source = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const foreign = FOREIGN.flatMap(({ pattern, what, instead }) => {
      const found = pattern.exec(source);
      return found === null ? [] : [{ at: spotAt(source, found.index, file), what, instead }];
    });
    if (foreign.length === 0) {
      const template = compile(source, file);
      for (const { what, location } of template.mistakes) {
        problems.add(spotOf(location, file), `is not a valid template: ${what}`);
      }
      return template;
    }
    for (const { at, what, instead } of foreign) {
      problems.add(at, what, { expected: `a template as docs/admin/partials.md describes it: ${instead}` });
    }
  } catch (error) {
    tell(error, file, problems);
  }
  return undefined;
}

/**
 * Partials of October's backend are PHP, and those of its themes Twig. The template language would treat both as text and send
 * the source to the browser.
 */
const FOREIGN = [
  {
    // With the short tag as well, where a statement follows.
    pattern: /<\?(?:php\b|=|\s*(?:(?:if|else|elseif|endif|for|endfor|foreach|endforeach|while|echo|use)\b|\$\w))/i,
    what: 'contains PHP, which is not executed',
    instead: '{{.Data.name}} in place of <?= $name ?>',
  },
  {
    pattern:
      /\{%-?\s*(?:if|else|endif|for|endfor|set|block|include|macro|partial|import|spaceless|apply)\b|\{#[^{}]*#\}/,
    what: 'contains Twig, which is not executed',
    instead: '{{if .Data.name}} in place of {% if name %}, {{/* */}} in place of {# #}',
  },
] as const;

function spotAt(source: string, index: number, file: string): Spot {
  const lines = source.slice(0, index).split('\n');
  return { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, key: '' };
}

/**
 * Reports an error of the template language. Its message starts with a position: "plugins/…/_stats.htm:3:7: unexpected
 * {{end}}".
 */
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
