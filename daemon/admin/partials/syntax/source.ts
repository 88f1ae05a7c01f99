import { TemplateSyntaxError } from '../errors.js';

/** The text of a template with its name: it turns an offset into a place that its author can find. */
export class Source {
  constructor(
    readonly name: string,
    readonly text: string,
  ) {}

  /** `stats:3:7`: line and column, both from 1. */
  location(offset: number): string {
    const before = this.text.slice(0, offset);
    const line = before.split('\n').length;
    return `${this.name}:${line}:${offset - before.lastIndexOf('\n')}`;
  }

  fail(offset: number, message: string): never {
    throw new TemplateSyntaxError(message, this.location(offset));
  }
}
