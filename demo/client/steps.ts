import { styleText } from 'node:util';

/** Numbered steps on the terminal. The first failed step ends the run. */
export class Steps {
  #count = 0;

  /** Runs a step and prints its results, one per line. */
  async run(title: string, work: () => Promise<readonly string[]>): Promise<void> {
    this.#count += 1;
    const label = `${String(this.#count).padStart(2)}  ${title}`;
    try {
      const facts = await work();
      console.log(`${styleText('green', '✓')} ${styleText('bold', label)}`);
      for (const fact of facts) console.log(`       ${styleText('dim', fact)}`);
    } catch (error) {
      console.log(`${styleText('red', '✗')} ${styleText('bold', label)}`);
      throw error;
    }
  }

  get done(): number {
    return this.#count;
  }
}

/** An unexpected result of the run. */
export class Surprise extends Error {}

export function expect(condition: unknown, otherwise: string): asserts condition {
  if (!condition) throw new Surprise(otherwise);
}

/** Shows that a secret exists, and distinguishes different secrets, without revealing them. */
export function short(secret: string): string {
  return `${secret.slice(0, 6)}… (${secret.length} characters)`;
}
