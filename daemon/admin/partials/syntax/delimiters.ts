import { isSpace } from './characters.js';

export const LEFT_DELIMITER = '{{';
export const RIGHT_DELIMITER = '}}';
export const TRIM_MARKER = '-';

/** Where an action ends: from its trim marker, if it has one, to behind the delimiter. */
export interface RightDelimiter {
  readonly from: number;
  readonly to: number;
  readonly trims: boolean;
}

/** The marker counts only after white space: `{{3-}}` is no number. */
export function rightDelimiterAt(text: string, at: number): RightDelimiter | undefined {
  if (text.startsWith(RIGHT_DELIMITER, at)) return { from: at, to: at + RIGHT_DELIMITER.length, trims: false };
  if (!isSpace(text[at]) || !text.startsWith(TRIM_MARKER + RIGHT_DELIMITER, at + 1)) return undefined;
  return { from: at, to: at + 1 + TRIM_MARKER.length + RIGHT_DELIMITER.length, trims: true };
}

/** The marker counts only before white space: `{{-3}}` is a number. */
export function trimsBefore(text: string, at: number): boolean {
  return text.startsWith(TRIM_MARKER, at) && isSpace(text[at + 1]);
}
