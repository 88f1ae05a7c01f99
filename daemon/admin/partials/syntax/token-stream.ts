import { lex } from './lexer.js';
import type { Source } from './source.js';
import { describe } from './token.js';
import type { Token, TokenKind } from './token.js';

/** The tokens of a template, with as much look-ahead as the grammar needs. */
export class TokenStream {
  private readonly tokens: Generator<Token, undefined>;
  private readonly ahead: Token[] = [];

  constructor(readonly source: Source) {
    this.tokens = lex(source);
  }

  peek(): Token {
    const [known] = this.ahead;
    if (known) return known;
    const token = this.pull();
    this.ahead.push(token);
    return token;
  }

  next(): Token {
    const token = this.peek();
    // The end is never taken, so that it can be asked for again and again.
    if (token.kind !== 'end of input') this.ahead.shift();
    return token;
  }

  peekNonSpace(): Token {
    while (this.peek().kind === 'space') this.next();
    return this.peek();
  }

  nextNonSpace(): Token {
    this.peekNonSpace();
    return this.next();
  }

  /** Tokens that were taken and turned out to belong to what follows, in their order. */
  putBack(...tokens: Token[]): void {
    this.ahead.unshift(...tokens);
  }

  isKeyword(word: string): boolean {
    const token = this.peekNonSpace();
    return token.kind === 'keyword' && token.text === word;
  }

  expect(kind: TokenKind, place: string): Token {
    const token = this.nextNonSpace();
    return token.kind === kind ? token : this.unexpected(token, place);
  }

  unexpected(token: Token, place: string): never {
    this.source.fail(token.at, `unexpected ${describe(token)} in ${place}`);
  }

  private pull(): Token {
    const { done, value } = this.tokens.next();
    return done ? { kind: 'end of input', text: '', at: this.source.text.length } : value;
  }
}
