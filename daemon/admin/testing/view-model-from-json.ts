import { INT64_MAX, INT64_MIN } from '../model/column.js';
import { wellFormed } from '../partials/runtime/go-string.js';
import type { Value } from '../partials/runtime/value.js';

/** A JavaScript number cannot say whether it was written `1` or `1.0`; templates can tell the two apart. */
const INTEGER = /^-?\d+$/;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"[^"\\\0-\x1f]*(?:\\.[^"\\\0-\x1f]*)*"/sy;
const SPACE = /[ \t\r\n]*/y;
const MAX_NESTING = 1000;

/**
 * The view model of a partial from JSON text. A number without fraction and exponent is an integer of 64 bits; one that
 * does not fit, and every other number, is a float. Objects become maps, so `__proto__` is a key like any other.
 * Throws SyntaxError for what is not JSON.
 */
export function viewModelFromJson(json: string): Value {
  const reader = new JsonReader(json);
  const value = reader.value(0);
  reader.end();
  return value;
}

class JsonReader {
  #at = 0;

  constructor(private readonly json: string) {}

  value(depth: number): Value {
    if (depth > MAX_NESTING) throw new SyntaxError(`the view model nests deeper than ${MAX_NESTING}`);
    this.#match(SPACE);
    switch (this.json[this.#at]) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#array(depth);
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  end(): void {
    this.#match(SPACE);
    if (this.#at < this.json.length) this.#fail('the end');
  }

  #object(depth: number): Value {
    const map = new Map<string, Value>();
    this.#items('{', '}', () => {
      this.#match(SPACE);
      const key = this.#string();
      this.#match(SPACE);
      this.#take(':');
      map.set(key, this.value(depth + 1));
    });
    return map;
  }

  #array(depth: number): Value {
    const list: Value[] = [];
    this.#items('[', ']', () => list.push(this.value(depth + 1)));
    return list;
  }

  #items(open: string, close: string, item: () => void): void {
    this.#take(open);
    this.#match(SPACE);
    if (this.json[this.#at] !== close) {
      item();
      for (this.#match(SPACE); this.json[this.#at] === ','; this.#match(SPACE)) {
        this.#at += 1;
        item();
      }
    }
    this.#take(close);
  }

  #string(): string {
    return wellFormed(JSON.parse(this.#match(STRING) ?? this.#fail('a string')) as string);
  }

  #number(): bigint | number {
    const text = this.#match(NUMBER) ?? this.#fail('a value');
    if (!INTEGER.test(text)) return Number(text);
    const integer = BigInt(text);
    return integer >= INT64_MIN && integer <= INT64_MAX ? integer : Number(text);
  }

  #word<T extends Value>(word: string, value: T): T {
    if (!this.json.startsWith(word, this.#at)) this.#fail('a value');
    this.#at += word.length;
    return value;
  }

  #take(character: string): void {
    if (this.json[this.#at] !== character) this.#fail(`'${character}'`);
    this.#at += 1;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.json)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #fail(expected: string): never {
    throw new SyntaxError(`view model: expected ${expected} at character ${this.#at}`);
  }
}
