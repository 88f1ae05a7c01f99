/** The flags, width and precision of one formatting directive (`%-8.3d`), in the terms of Go's fmt package. */
export interface Directive {
  plus: boolean;
  minus: boolean;
  sharp: boolean;
  space: boolean;
  zero: boolean;
  width: number | undefined;
  precision: number | undefined;
  /** `%#v`: Go syntax. `sharp` is false then. */
  goSyntax: boolean;
}

export function plainDirective(): Directive {
  return {
    plus: false,
    minus: false,
    sharp: false,
    space: false,
    zero: false,
    width: undefined,
    precision: undefined,
    goSyntax: false,
  };
}

/** Brings a text to the directive's width, which counts characters. */
export function pad(text: string, { width, minus, zero }: Directive): string {
  if (width === undefined) return text;
  const missing = width - characterCount(text);
  if (missing <= 0) return text;
  return minus ? text + ' '.repeat(missing) : (zero ? '0' : ' ').repeat(missing) + text;
}

/** As `pad`, with spaces even where the directive asks for zeros: they were dealt with already, or make no sense. */
export function padWithSpaces(text: string, directive: Directive): string {
  return pad(text, { ...directive, zero: false });
}

export function characterCount(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) if (isPairAt(text, at)) count -= 1;
  return count;
}

/** Whether a character of two code units begins here: its first half is one. Stray bytes are second halves. */
export function isPairAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}
