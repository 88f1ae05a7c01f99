import type { Command, Operand, Pipeline } from '../syntax/ast.js';
import type { EscaperName } from './escapers/table.js';

/** Functions that do part of what the automatic escaping does; an author may write them last in a pipeline. */
export type PredefinedEscaper = 'html' | 'urlquery';

/** Called by no author: joins the arguments of `{{html a b}}` into the one value that is escaped. */
export const JOIN_ARGUMENTS = 'join arguments';

const EQUIVALENTS: Readonly<Record<PredefinedEscaper, readonly EscaperName[]>> = {
  html: ['text', 'quoted attribute'],
  urlquery: ['url', 'url component'],
};

export function predefinedEscaper({ operands: [first] }: Command): PredefinedEscaper | undefined {
  return first.kind === 'function' && (first.name === 'html' || first.name === 'urlquery') ? first.name : undefined;
}

/**
 * Lets a predefined escaper at the end of a pipeline take the place of the automatic one that does the same, so that
 * nothing is escaped twice.
 */
export function withoutDoubleEscaping(
  pipeline: Pipeline,
  escapers: readonly EscaperName[],
): { pipeline: Pipeline; escapers: readonly EscaperName[] } {
  const last = pipeline.commands.at(-1);
  const predefined = last && predefinedEscaper(last);
  if (!last || !predefined) return { pipeline, escapers };
  const commands = pipeline.commands.length === 1 ? joinedArguments(last) : [...pipeline.commands];
  const replaced = escapers.map((name) => (EQUIVALENTS[predefined].includes(name) ? predefined : name));
  if (replaced.includes(predefined)) commands.pop();
  return { pipeline: { ...pipeline, commands }, escapers: replaced };
}

/** `{{html a b}}` as the two commands that it stands for. */
function joinedArguments(command: Command): Command[] {
  const [escaper, ...given] = command.operands;
  if (given.length === 0) return [command];
  const join: Operand = { kind: 'function', name: JOIN_ARGUMENTS, at: command.at };
  return [
    { operands: [join, ...given], at: command.at },
    { operands: [escaper], at: command.at },
  ];
}
