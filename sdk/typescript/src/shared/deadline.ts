/** Its end by both clocks, because a stopped virtual machine may stop one of them, and an operator may set the other. */
class Deadline extends Date {
  readonly #endsAt: number;

  constructor(ms: number) {
    super(Date.now() + ms);
    this.#endsAt = performance.now() + ms;
  }

  get msLeft(): number {
    return Math.min(this.#endsAt - performance.now(), this.getTime() - Date.now());
  }
}

/** The moment that is so many milliseconds away. Setting the system's clock back does not move it to later (HC-6). */
export function deadlineIn(ms: number): Date {
  return new Deadline(ms);
}

/** Milliseconds until then, negative afterwards. A date of the application is taken by the system's clock. */
export function msUntil(deadline: Date): number {
  return deadline instanceof Deadline ? deadline.msLeft : deadline.getTime() - Date.now();
}
