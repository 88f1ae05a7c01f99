/** Bytes of all unfinished bodies in one process: 32 of the largest, or thousands of an ordinary form. */
export const UNFINISHED_BODY_BYTES = 64 * 1024 * 1024;

/** A body that is on its way. */
export interface UnfinishedBody {
  /** Bytes of memory that it holds. */
  readonly held: number;
  /** Refuses it, and gives its memory back. */
  giveUp(): void;
}

/**
 * The memory that unfinished bodies share. Each endpoint limits one body; without this, clients that send most of a body and then
 * nothing more would hold that limit on every connection until the timeout. When room is short, the bodies that began first
 * give way: complete ones leave within milliseconds, so those that are still there after all others are the stalled ones.
 */
export class BodyRoom {
  /** The first entry began first. */
  readonly #bodies = new Set<UnfinishedBody>();
  #held = 0;

  constructor(private readonly bytes = UNFINISHED_BODY_BYTES) {}

  /** Call it before the body grows. */
  grow(body: UnfinishedBody, by: number): void {
    this.#bodies.add(body);
    this.#held += by;
    for (const first of this.#bodies) {
      if (this.#held <= this.bytes) return;
      if (first !== body) first.giveUp();
    }
  }

  /** The body is complete or gone. One that never grew holds nothing. */
  leave(body: UnfinishedBody): void {
    this.#bodies.delete(body);
    this.#held -= body.held;
  }
}
