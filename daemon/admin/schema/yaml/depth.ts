import { CST, Lexer } from 'yaml';

const OPENING = ['flow-map-start', 'flow-seq-start'];
const CLOSING = ['flow-map-end', 'flow-seq-end'];
/** `- - - a` nests three lists on one line. */
const NESTING = ['seq-item-ind', 'explicit-key-ind'];

/**
 * Line of the first place that is nested deeper than `limit` by brackets, or by indicators on one line; undefined when there
 * is none. The parser recurses, and a file that nests deep enough ends the whole process: this has to be known before it is
 * asked. Nesting by indentation needs ever longer lines, and the size of a file keeps that harmless.
 */
export function lineNestedDeeperThan(limit: number, text: string): number | undefined {
  let line = 1;
  let brackets = 0;
  let indicators = 0;
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token) ?? '';
    if (OPENING.includes(type)) brackets += 1;
    else if (CLOSING.includes(type)) brackets -= 1;
    else if (NESTING.includes(type)) indicators += 1;
    if (brackets > limit || indicators > limit) return line;
    const newlines = token.split('\n').length - 1;
    line += newlines;
    if (newlines > 0) indicators = 0;
  }
  return undefined;
}
