import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { compose } from './compose.js';
import type { Config } from './config/schema.js';
import { certificateWarnings } from './config/certificate-dates.js';
import { configWarnings } from './config/checks.js';
import { openFilesWarnings } from './config/open-files.js';
import { messageOf } from './core/faults.js';
import type { Daemon, RunDependencies } from './lifecycle.js';
import type { RootLogger } from './observability/log.js';
import { createLogger } from './observability/log.js';
import { createMetricsListener } from './observability/metrics-listener.js';
import { MetricsOfWorkers } from './observability/metrics-of-workers.js';
import { HOPELESS, Workers } from './workers.js';
import { endOnUncaughtErrors, runDaemon, orderOfPrimary, signals } from './lifecycle.js';
import { VERSION } from './version.js';
import { ATTACHED, STARTED, tellPrimary } from './worker-channel.js';

/** Runs the daemon in this process, which may be a worker or the primary of several, and returns the exit code. */
export async function serve(config: Config): Promise<0 | 1> {
  // A sidecar should be small. By default, V8 lets the old generation double before it collects garbage; three tenths cost a few
  // percent of CPU. Threads that share the collection of a small young generation cost more than they save. Set when the modules are
  // loaded: V8 accepts no compiled code that was made with other flags.
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--no-parallel-scavenge');
  const root = createLogger({ level: config.log.level });
  const logger = cluster.worker === undefined ? root : root.child({ worker: cluster.worker.id });
  endOnUncaughtErrors(logger);
  const failWith =
    (code: number) =>
    (error: unknown): never => {
      logger.fatal({}, messageOf(error));
      process.exit(code);
    };
  if (cluster.worker !== undefined) {
    const onAttached = (): void => tellPrimary(ATTACHED);
    const daemon = await compose(config, { logger, onAttached, fail: failWith(HOPELESS), worker: true });
    return runDaemon(daemon, workerOptions(config, logger));
  }

  logger.info({ version: VERSION, workers: config.workers, pid: process.pid }, 'starting');
  const warnings = [...configWarnings(config), ...openFilesWarnings(config), ...certificateWarnings(config)()];
  for (const warning of warnings) logger.warn({ warning }, 'the configuration has a risk');
  if (config.workers > 1) return runDaemon(primary(config, logger, failWith(1)), primaryOptions(config, logger));
  return runDaemon(await compose(config, { logger, onAttached: () => undefined, fail: failWith(1), worker: false }), {
    logger,
    shutdown: config.shutdown,
    termination: signals,
    onStarted: () => logger.info({}, 'started'),
  });
}

function workerOptions({ shutdown }: Config, logger: RootLogger): RunDependencies {
  return { logger, shutdown, termination: orderOfPrimary, onStarted: () => tellPrimary(STARTED) };
}

function primaryOptions({ shutdown }: Config, logger: RootLogger): RunDependencies {
  return {
    logger,
    // Workers apply the configured times themselves; the primary waits for them a little longer.
    shutdown: { delayMs: 0, timeoutMs: shutdown.delayMs + shutdown.timeoutMs + 2000 },
    termination: signals,
    onStarted: () => logger.info({}, 'started'),
  };
}

/** The primary process serves no requests: it keeps the workers running and sums their metrics. */
function primary(config: Config, logger: RootLogger, fail: (error: unknown) => never): Daemon {
  const workers = new Workers(config.workers, config.http, logger, fail);
  const metrics = new MetricsOfWorkers(() => workers.metrics());
  return {
    components: [createMetricsListener(config.metrics, metrics, () => workers.readiness(), logger), workers],
    beginDraining: () => undefined,
  };
}
