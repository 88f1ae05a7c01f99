/** An answer that never arrived: the operation may have happened at any time after it began, or not at all. */
export const LOST = Symbol('lost');

/** One operation as a client saw it. Times come from one clock and are only compared. */
export interface Event<Call, Answer> {
  readonly call: Call;
  readonly answer: Answer | typeof LOST;
  readonly began: number;
  readonly ended: number;
}

/** A system as its users see it: every operation happens at one instant. */
export interface Model<State, Call, Answer> {
  readonly initial: State;
  /**
   * The states that the system may be in after the call with this answer. Empty if the answer is not allowed. For a
   * lost answer: every state that any outcome leads to, including the unchanged one.
   */
  next(state: State, call: Call, answer: Answer | typeof LOST): readonly State[];
  /** Returns equal keys for indistinguishable states. */
  key(state: State): string;
}

/**
 * Checks whether the history is linearizable (Herlihy and Wing, "Linearizability", 1990): there is an order of the
 * operations in which each one lies between its beginning and its end, and the model gives every answer. Returns
 * undefined if it is; otherwise the longest explanation found, and the operations that could not follow it.
 */
export function unexplained<State, Call, Answer>(
  history: readonly Event<Call, Answer>[],
  model: Model<State, Call, Answer>,
): Unexplained<Call, Answer> | undefined {
  const answered = history.filter(({ answer }) => answer !== LOST).length;
  const seen = new Set<string>();
  let longest: readonly number[] = [];

  function explain(state: State, order: readonly number[], left: ReadonlySet<number>, answers: number): boolean {
    if (answers === answered) return true;
    const key = `${[...left].join()} ${model.key(state)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    if (order.length > longest.length) longest = order;
    const firstEnd = Math.min(...[...left].map((index) => endOf(history[index]!)));
    for (const index of left) {
      const event = history[index]!;
      if (event.began > firstEnd) continue;
      const rest = new Set(left);
      rest.delete(index);
      for (const next of model.next(state, event.call, event.answer)) {
        if (explain(next, [...order, index], rest, answers + (event.answer === LOST ? 0 : 1))) return true;
      }
    }
    return false;
  }

  if (explain(model.initial, [], new Set(history.keys()), 0)) return undefined;
  const explained = longest.map((index) => history[index]!);
  return { explained, rest: history.filter((event) => !explained.includes(event)) };
}

export interface Unexplained<Call, Answer> {
  readonly explained: readonly Event<Call, Answer>[];
  readonly rest: readonly Event<Call, Answer>[];
}

function endOf({ answer, ended }: Event<unknown, unknown>): number {
  return answer === LOST ? Infinity : ended;
}
