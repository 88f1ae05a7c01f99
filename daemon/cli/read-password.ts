import { createInterface } from 'node:readline/promises';
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

async function promptTwice(): Promise<string> {
  const password = await prompt('Password: ');
  if ((await prompt('Once more: ')) !== password) throw new Error('the two passwords are not the same');
  return password;
}

async function prompt(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
