import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Runs one command on a connection of its own and returns its answer as redis-cli prints it: the elements of an array in lines of
 * their own, an error as its text. A process of redis-cli takes fifty times the processor time.
 */
export async function redisCommand(port: number, words: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write(`*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`);
    let received = Buffer.alloc(0);
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      received = Buffer.concat([received, chunk]);
      const reply = readReply(received, 0);
      if (reply !== undefined) return reply.text;
    }
    throw new Error(`Redis closed the connection before it answered ${words[0]}`);
  } finally {
    socket.destroy();
  }
}

interface Reply {
  readonly text: string;
  /** Where the next one begins. */
  readonly end: number;
}

/** Undefined if it is not complete yet (RESP version 2). */
function readReply(bytes: Buffer, start: number): Reply | undefined {
  const lineEnd = bytes.indexOf('\r\n', start);
  if (lineEnd < 0) return undefined;
  const line = bytes.toString('utf8', start + 1, lineEnd);
  const end = lineEnd + 2;
  const kind = String.fromCharCode(bytes[start]!);
  if (kind !== '$' && kind !== '*') return { text: line, end };
  const length = Number(line);
  if (length < 0) return { text: '', end };
  if (kind === '*') return readElements(bytes, end, length);
  if (bytes.length < end + length + 2) return undefined;
  return { text: bytes.toString('utf8', end, end + length), end: end + length + 2 };
}

function readElements(bytes: Buffer, start: number, count: number): Reply | undefined {
  const texts: string[] = [];
  let end = start;
  while (texts.length < count) {
    const element = readReply(bytes, end);
    if (element === undefined) return undefined;
    texts.push(element.text);
    end = element.end;
  }
  return { text: texts.join('\n'), end };
}
