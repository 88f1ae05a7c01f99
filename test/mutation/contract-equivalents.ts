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
