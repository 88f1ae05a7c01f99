import type { StreamServerProtocol } from '@gatehouse/proto/stream-server';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { encodedMessages } from './encoded-messages.js';

interface Answer {
  readonly id?: number;
  readonly text: string;
}

describe('encoded messages of a stream', () => {
  let logged: Answer[][];
  const encode = (answers: readonly Answer[]): Buffer => {
    if (answers.some(({ text }) => text === 'broken')) throw new TypeError('it has no encoding');
    return Buffer.from(answers.map(({ id, text }) => `${String(id)} ${text}`).join(', '));
  };
  const log = (answers: readonly Answer[]): Buffer => {
    logged.push([...answers]);
    return encode(answers);
  };
  const protocol = {
    messages: (answers: readonly Answer[]) => (answers.length === 0 ? [] : [answers]),
    closing: (taken: readonly number[]) => taken.map((id) => ({ id, text: 'taken' })),
    fault: (id: number, code: status, message: string) => ({ id, text: `${status[code]} ${message}` }),
  } as unknown as StreamServerProtocol<never, readonly Answer[], never, Answer>;
  const { messages, closing } = encodedMessages(protocol, encode, log);

  beforeEach(() => {
    logged = [];
  });

  it('are those of the protocol', () => {
    expect(
      messages([
        { id: 1, text: 'a' },
        { id: 2, text: 'b' },
      ]).map(String),
    ).to.deep.equal(['1 a, 2 b']);
    expect(messages([])).to.deep.equal([]);
    expect(String(closing([7]))).to.equal('7 taken');
    expect(logged).to.deep.equal([]);
  });

  it('have a fault in place of an answer without an encoding, and each answer alone', () => {
    const answers = [{ id: 1, text: 'a' }, { id: 2, text: 'broken' }, { text: 'broken' }, { id: 3, text: 'c' }];
    const fault = 'INTERNAL the response cannot be encoded';
    expect(messages(answers).map(String)).to.deep.equal(['1 a', `2 ${fault}`, `0 ${fault}`, '3 c']);
    expect(logged).to.deep.equal(answers.map((answer) => [answer]));
  });
});
