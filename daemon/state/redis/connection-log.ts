import type { Cluster, Redis } from 'ioredis';
import type { Logger } from '../../core/runtime.js';
import { isVague } from './diagnosis.js';
import type { ClientError } from './errors.js';
import { reasonOf, withoutArguments } from './errors.js';

/**
 * Logs one line when the connection is lost and one when it is back, rather than one per attempt. Returns a function that ends
 * this, so that a connection which we close is not reported as lost.
 */
export function logChanges(
  client: Redis | Cluster,
  logger: Logger,
  explain: (error: ClientError) => Promise<string>,
): () => void {
  let isUp: boolean | undefined;
  let isOver = false;
  client.on('ready', () => {
    if (isUp !== true) logger.info({}, isUp === undefined ? 'connected to Redis' : 'reconnected to Redis');
    isUp = true;
  });
  const failed = (err: ClientError): void => {
    const explained = explain(err);
    if (isUp === false) return;
    isUp = false;
    const report = (fields: object): void => {
      logger.warn({ err: withoutArguments(err), ...fields }, 'cannot reach Redis; retrying until it is back');
    };
    const reason = reasonOf(err);
    if (!isVague(err)) report(reason === err.message ? {} : { reason });
    else {
      void explained.then((found) => {
        if (!isOver && isUp === false) report({ reason: found });
      });
    }
  };
  client.on('error', failed);
  const lost = (): void => {
    if (isUp === true) logger.warn({}, 'lost the connection to Redis; reconnecting');
    isUp = false;
  };
  client.on('close', lost);
  client.on('node error', (err: Error, node: string) => {
    logger.debug({ err: withoutArguments(err), node }, 'cannot reach a node of the Redis Cluster');
  });
  return () => {
    isOver = true;
    client.off('close', lost).off('error', failed);
  };
}
