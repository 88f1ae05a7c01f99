import { Readable } from 'node:stream';
import { run } from '../program.js';

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const STREAMS = ['stdout', 'stderr'] as const;

/**
 * Runs one command line as main.js does, but in this process: a start of the program takes twenty times as long as most commands. Its
 * output, its input and its working directory are those of this process meanwhile. At least one test of a command is about the real
 * process: how it ends, what it reads, where it writes.
 */
export async function runInProcess(
  args: readonly string[],
  { input = '', cwd }: { readonly input?: string | Buffer; readonly cwd?: string } = {},
): Promise<Result> {
  const written = { stdout: '', stderr: '' };
  const restore = STREAMS.map((name) => {
    const stream = process[name];
    const { write } = stream;
    const listeners = stream.listeners('error');
    stream.write = (chunk: string | Uint8Array) => {
      written[name] += chunk.toString();
      return true;
    };
    return () => {
      stream.write = write;
      for (const listener of stream.listeners('error')) {
        if (!listeners.includes(listener)) stream.off('error', listener as () => void);
      }
    };
  });
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')!;
  Object.defineProperty(process, 'stdin', { ...stdin, get: () => Readable.from([Buffer.from(input)]) });
  const before = process.cwd();
  if (cwd !== undefined) process.chdir(cwd);
  try {
    const code = await run([process.execPath, 'gatehouse', ...args]);
    return { code, ...written };
  } finally {
    process.chdir(before);
    Object.defineProperty(process, 'stdin', stdin);
    for (const each of restore) each();
  }
}
