/**
 * A part of the daemon with a life of its own: a listener, a connection, a timer. lifecycle.ts starts components in the
 * order of their list, and stops them in the reverse order, each at most once.
 */
export interface Component {
  /** What the log calls it: "http", "redis". */
  readonly name: string;

  /**
   * Resolves when the component does its work. A rejection ends the daemon, and its message is read by an operator: it
   * names what failed and where ("cannot listen on 127.0.0.1:8081: address in use"). A peer that is not there yet is
   * no reason to reject: connect in the background and tell /readyz.
   */
  start(): Promise<void>;

  /**
   * Takes nothing new, finishes what is under way, and resolves when it is gone. What is not finished after `timeoutMs` is
   * cut off and told, in words an operator reads ("3 HTTP requests"); undefined when nothing was lost.
   */
  stop(timeoutMs: number): Promise<string | undefined>;
}
