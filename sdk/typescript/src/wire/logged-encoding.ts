import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import type { Logger } from '../shared/logger.js';

const MAX_TEXT = 500;

/**
 * A service whose answers that cannot be encoded stand in the host's own log. gRPC tells the caller alone, INTERNAL, although
 * it is a mistake of the host: a store or a directory of the application returned what is none of its type.
 */
export function loggedEncoding<Service extends ServiceDefinition>(service: Service, logger: Logger): Service {
  return Object.fromEntries(
    Object.entries(service).map(([name, method]: [string, MethodDefinition<unknown, unknown>]) => [
      name,
      { ...method, responseSerialize: loggedSerialize(name, method.responseSerialize, logger) },
    ]),
  ) as Service;
}

/** The same of one rpc. */
export function loggedSerialize<Response>(
  rpc: string,
  serialize: (response: Response) => Buffer,
  logger: Logger,
): (response: Response) => Buffer {
  return (response) => {
    try {
      return serialize(response);
    } catch (error) {
      // Of protobufjs: it says what kind of thing was wrong, and holds no value.
      const text = error instanceof Error ? error.message : String(error);
      logger.error({ rpc, error: text.slice(0, MAX_TEXT) }, 'a response of the host cannot be encoded');
      throw error;
    }
  };
}
