import { healthCheck } from '../../contract/health.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

export const healthServing: Check = {
  name: 'health/serving',
  citation: 'host.proto: a host also serves grpc.health.v1.Health',
  on: 'host',
  run: async ({ connection }) => {
    const { status } = await connection.call(healthCheck, { service: '' });
    expectSame(
      'the health of the service ""',
      status,
      'SERVING',
      'Serve grpc.health.v1.Health, and answer for the service "".',
    );
  },
};
