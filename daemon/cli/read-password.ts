import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * The password of a command: as it was given, or else typed at a prompt without an echo, or else the first line of standard
 * input, so that it need not stand in the shell's history nor in the list of processes. Throws when there is none.
 */
export async function readPassword(given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const password = process.stdin.isTTY ? await promptTwice() : await firstLine();
  if (password === '') throw new Error('no password was given: use --password, or pass it on standard input');
  return password;
}

/** Ctrl-C at the prompt. Nothing was done, and there is nothing to say about it. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** One reader for both questions: what was typed ahead of the second one is its answer, and is not shown either. */
async function promptTwice(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  // From here on the terminal echoes nothing: only then may anybody be asked.
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true, historySize: 0 });
  const lines = terminal[Symbol.asyncIterator]();
  const interrupted = new Promise<never>((_resolve, reject) => {
    terminal.once('SIGINT', () => reject(new Interrupted('interrupted')));
  });
  const ask = async (question: string): Promise<string> => {
    process.stderr.write(question);
    try {
      const line = await Promise.race([lines.next(), interrupted]);
      return line.done === true ? '' : line.value;
    } finally {
      process.stderr.write('\n');
    }
  };
  try {
    const password = await ask('Password: ');
    if (password !== '' && (await ask('Once more: ')) !== password)
      throw new Error('the two passwords are not the same');
    return password;
  } finally {
    terminal.close();
  }
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
