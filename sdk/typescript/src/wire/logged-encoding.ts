import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import type { Logger } from '../shared/logger.js';

const MAX_TEXT = 500;

/**
 * A service that logs answers that cannot be encoded. gRPC reports INTERNAL only to the caller, although the bug is in
 * the host: a store or a directory of the application returned a value of the wrong type.
 */
export function loggedEncoding<Service extends ServiceDefinition>(service: Service, logger: Logger): Service {
  return Object.fromEntries(
    Object.entries(service).map(([name, method]: [string, MethodDefinition<unknown, unknown>]) => [
      name,
      { ...method, responseSerialize: loggedSerialize(name, method.responseSerialize, logger) },
    ]),
  ) as Service;
}

/** The same for one rpc. */
export function loggedSerialize<Response>(
  rpc: string,
  serialize: (response: Response) => Buffer,
  logger: Logger,
): (response: Response) => Buffer {
  return (response) => {
    try {
      return serialize(response);
    } catch (error) {
      // From the codec: it describes the type error and contains no value.
      const text = error instanceof Error ? error.message : String(error);
      logger.error({ rpc, error: text.slice(0, MAX_TEXT) }, 'a response of the host cannot be encoded');
      throw error;
    }
  };
}
