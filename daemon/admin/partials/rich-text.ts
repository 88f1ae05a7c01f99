import { escapeText } from 'entities';
import { Parser } from 'htmlparser2';
import { safeLink, safePicture } from '../api/addresses.js';
import { isUnseen } from '../api/characters.js';
import { KEPT_ELEMENTS, keptValue, REMOVED_ELEMENTS } from './html-allowlist.js';

/** Elements inside each other: far more than a text has, and far fewer than a parser can be made to suffer from. */
export const MAX_RICH_TEXT_DEPTH = 64;

/** Characters of the part that an error quotes. */
const MAX_QUOTED = 60;

export type RichText =
  /** The same text in the one spelling in which Gatehouse stores it. */
  | { readonly kind: 'accepted'; readonly html: string }
  /** The first part that the allowlist does not permit, such as `<script>` or `<p onclick>`. */
  | { readonly kind: 'rejected'; readonly found: string }
  | { readonly kind: 'too-deep' };

/**
 * Checks the HTML of a rich text against the allowlist of partials. It rejects instead of removing, because a text that lost
 * parts without a word could not be noticed. The result is written anew from what the parser read: another parser then finds
 * the same elements and attributes, and never those that only this parser overlooked.
 */
export function readRichText(html: string): RichText {
  const writer = new Writer(html);
  new Parser(writer).end(html);
  if (writer.found !== undefined) return { kind: 'rejected', found: writer.found };
  return writer.isTooDeep ? { kind: 'too-deep' } : { kind: 'accepted', html: writer.html };
}

/** Elements without content and closing tag. */
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

class Writer {
  html = '';
  found: string | undefined;
  isTooDeep = false;
  readonly #open: string[] = [];
  #parser: Parser | undefined;
  /** The end of the last part that the parser has reported. */
  #read = 0;
  /** Where the comment begins that was reported last, if nothing follows it. */
  #lastComment: number | undefined;

  constructor(private readonly given: string) {}

  onparserinit = (parser: Parser): void => {
    this.#parser = parser;
  };

  onopentag = (tag: string, attributes: Readonly<Record<string, string>>): void => {
    this.#note();
    this.#open.push(tag);
    if (this.#open.length > MAX_RICH_TEXT_DEPTH) {
      this.isTooDeep = true;
      // The parser's own work grows with the square of the depth.
      this.#parser?.pause();
    }
    if (this.found !== undefined || this.isTooDeep) return;
    if (!KEPT_ELEMENTS.has(tag)) {
      this.#reject(`<${tag}>`);
      return;
    }
    let written = `<${tag}`;
    for (const [name, value] of Object.entries(attributes)) {
      const isStart = tag === 'ol' && name === 'start' && /^-?\d{1,9}$/.test(value);
      const kept = isStart ? value : keptValue(tag, name, value, addressOf);
      if (kept === undefined) {
        const isAddress = name === 'href' || name === 'src';
        this.#reject(isAddress ? `<${tag} ${name}="${value}">` : `<${tag} ${name}>`);
        return;
      }
      written += ` ${name}="${escapeText(kept).replaceAll('"', '&quot;')}"`;
    }
    this.html += `${written}>`;
  };

  onclosetag = (tag: string, isImplied: boolean): void => {
    if (!isImplied) this.#note();
    // The parser also closes a tag that the end of the text has cut off, and that was never open.
    if (this.#open.at(-1) !== tag) return;
    this.#open.pop();
    if (!VOID.has(tag)) this.html += `</${tag}>`;
  };

  ontext = (text: string): void => {
    this.#note();
    // As browsers write HTML, so that a text of the page's editor comes back unchanged.
    this.html += escapeText(text);
  };

  oncomment = (data: string): void => {
    this.#note(true);
    // A comment to browsers, and a text to those who write it.
    if (data.startsWith('[CDATA[')) this.#reject('<![CDATA[');
  };

  /** "<?php", "<!doctype": no text to browsers either. */
  onprocessinginstruction = (): void => this.#note(true);

  /**
   * The parser drops what the end of the text cuts off, as in "a <b", and everything behind a comment that never ends: the text
   * would lose its end without a word.
   */
  onend = (): void => {
    if (this.found !== undefined) return;
    // Of "<script" at the end, the parser makes a text.
    const opened = this.given.lastIndexOf('<');
    const isOpen = opened > this.given.lastIndexOf('>');
    const read = this.#lastComment ?? this.#read;
    const rest = this.given.slice(isOpen ? Math.min(opened, read) : read);
    if (rest !== '' && isCutOff(this.given)) this.#reject(rest);
  };

  #note(isComment = false): void {
    this.#read = (this.#parser?.endIndex ?? -1) + 1;
    this.#lastComment = isComment ? this.#parser?.startIndex : undefined;
  }

  #reject(part: string): void {
    this.found ??= part.length > MAX_QUOTED ? `${part.slice(0, MAX_QUOTED)}…` : part;
    this.#parser?.pause();
  }
}

/** Whether the text ends within a tag, an attribute or a comment, also behind a ">" in it: what follows would then be no text. */
function isCutOff(html: string): boolean {
  let end = 0;
  const parser = new Parser({ ontext: () => (end = parser.endIndex + 1) });
  // Neither part of a name that is complete, nor the beginning of a tag behind "<".
  const longer = `${html}.`;
  parser.end(longer);
  return end < longer.length;
}

/** Links may also lead to other sites, as in Markdown. */
function addressOf(tag: string, url: string): string | undefined {
  return tag === 'a' ? safeLink(url) : safePicture(url);
}

/** Elements whose text continues the line before them. */
const INLINE: ReadonlySet<string> = new Set(
  'span strong em b i u s small mark code a abbr q sup sub time data font del ins strike label'.split(' '),
);

/** Elements inside each other that no text for readers has: behind them, a stored HTML is text and tags. */
const MAX_READ_DEPTH = 256;

/** The text of some HTML in one line, for lists and exports. It reads any HTML, also the beginning of a longer one. */
export function plainTextOf(html: string): string {
  let text = '';
  let removed = 0;
  let depth = 0;
  let rest = '';
  const parser = new Parser({
    onopentag(tag) {
      depth += 1;
      if (depth > MAX_READ_DEPTH) {
        rest = removed === 0 ? html.slice(parser.endIndex + 1) : '';
        // The parser's own work grows with the square of the depth.
        parser.pause();
      }
      if (REMOVED_ELEMENTS.has(tag)) removed += 1;
      else if (!INLINE.has(tag)) text += ' ';
    },
    onclosetag(tag) {
      depth -= 1;
      if (REMOVED_ELEMENTS.has(tag)) removed -= 1;
      else if (!INLINE.has(tag)) text += ' ';
    },
    ontext(part) {
      if (removed === 0) text += part;
    },
  });
  parser.end(html);
  return `${text} ${rest.replace(/<[^>]*>?/g, ' ')}`.replace(/\s+/gu, ' ').trim();
}

/** Whether readers would see nothing. A picture or a line is something. */
export function isEmptyRichText(html: string): boolean {
  return !/<(?:img|hr)\b/.test(html) && isUnseen(plainTextOf(html));
}
