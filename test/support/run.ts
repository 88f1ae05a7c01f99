import { startChild, type ChildOptions } from './child.js';

/** Runs a program to its end and returns what it wrote. Throws, with that, when it fails. */
export async function run(command: string, args: readonly string[], options: ChildOptions = {}): Promise<string> {
  const child = await startChild(command, args, options);
  const { code, signal } = await child.exited;
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed (${code ?? signal}):\n${child.output()}`);
  return child.output();
}
