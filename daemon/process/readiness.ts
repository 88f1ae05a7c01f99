import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';

/** The answer to a probe, as plain values that travel between processes. */
export interface ProbeAnswer {
  readonly status: number;
  readonly body: string;
}

const QUESTION = 'gatehouse:readiness?';
const ANSWER = 'gatehouse:readiness';
/** Workers answer within half of this, from what they know. One that takes longer is too busy to serve. */
const ANSWER_WITHIN_MS = 500;

interface Answered extends ProbeAnswer {
  readonly gatehouse: typeof ANSWER;
}

/** In a worker process: answers the primary, which serves probes for all workers. */
export function answerPrimary(readiness: () => Promise<ProbeAnswer>): void {
  process.on('message', (message) => {
    if (message !== QUESTION) return;
    void readiness().then(({ status, body }) => process.send?.({ gatehouse: ANSWER, status, body } satisfies Answered));
  });
}

/** In the primary process: ready as soon as one worker is; otherwise what a worker says is wrong. */
export async function readinessOfWorkers(): Promise<ProbeAnswer> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true) as Worker[];
  const answers = await Promise.all(workers.map(ask));
  const known = answers.filter((answer) => answer !== undefined);
  return (
    known.find(({ status }) => status === 200) ??
    known[0] ?? { status: 503, body: `${JSON.stringify({ status: 'not_ready', checks: { workers: 'no answer' } })}\n` }
  );
}

function ask(worker: Worker): Promise<ProbeAnswer | undefined> {
  return new Promise((resolve) => {
    const done = (answer: ProbeAnswer | undefined): void => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      resolve(answer);
    };
    const onMessage = (message: unknown): void => {
      if (isAnswer(message)) done({ status: message.status, body: message.body });
    };
    const timer = setTimeout(() => done(undefined), ANSWER_WITHIN_MS);
    worker.on('message', onMessage);
    worker.send(QUESTION);
  });
}

function isAnswer(message: unknown): message is Answered {
  return typeof message === 'object' && message !== null && 'gatehouse' in message && message.gatehouse === ANSWER;
}
