/** Of the contract's package: code that only saves time or memory, or satisfies the compiler. */
export const CONTRACT = (
  [
    [
      'frames',
      'ConditionalExpression',
      'this.#length < this.#wanted',
      'false',
      'Then it looks at each piece, and waits.',
    ],
    ['wire-reader', 'EqualityOperator', 'shift < 32', 'shift <= 32', 'Each shift is a multiple of 7.'],
    ['wire-reader', 'ConditionalExpression', 'this.at < last', 'false', 'Then it reads the number the long way.'],
    ['wire-writer', 'EqualityOperator', 'value >= 0', 'value > 0', 'The long way writes a zero the same.'],
    ['wire-writer', 'EqualityOperator', 'number >= 0', 'number > 0', 'The long way writes a zero the same.'],
    [
      'wire-writer',
      'EqualityOperator',
      'this.#buffer.length > USUAL_BYTES',
      'this.#buffer.length >= USUAL_BYTES',
      'It only allocates a buffer of the same size.',
    ],
    [
      'wire-writer',
      'EqualityOperator',
      'this.#at + bytes <= this.#buffer.length',
      'this.#at + bytes < this.#buffer.length',
      'It only allocates one byte earlier.',
    ],
    ['wire-writer', 'ConditionalExpression', 'length > 0x7f', 'true', 'A length of one byte moves nothing.'],
    ['wire-writer', 'ConditionalExpression', 'this.#buffer.length > USUAL_BYTES', 'false', 'It only holds memory.'],
    ['connect-server', 'ConditionalExpression', 'hasWaited', 'true', 'Then it waits some turns of the event loop.'],
    [
      'connect-client',
      'ConditionalExpression',
      "Buffer.isBuffer(result) || result.by === 'service'",
      'false',
      'node:http marks a request as destroyed after its whole answer was read, and destroying it again does nothing.',
    ],
    [
      'connect-client',
      'ConditionalExpression',
      "result.by === 'service'",
      'false',
      'node:http marks a request as destroyed after its whole answer was read, and destroying it again does nothing.',
    ],
  ] as const
).map(([name, mutator, original, replacement, why]) => ({
  file: `proto/dist/${name}.js`,
  mutator,
  original,
  replacement,
  why,
}));
