import { credentials, makeGenericClientConstructor, type ServiceError } from '@grpc/grpc-js';
import { ECHO } from './grpc-echo.js';

/** Load for grpc-echo, on the second core: as many concurrent calls as the HTTP scenarios have connections. */
interface EchoClient {
  echo(bytes: Buffer, done: (error: ServiceError | null) => void): void;
}

const [port = '', connections = '', seconds = ''] = process.argv.slice(2);
const Client = makeGenericClientConstructor(ECHO, 'Echo');
const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure()) as unknown as EchoClient;
const payload = Buffer.alloc(200, 1);
const latencies: number[] = [];
const startedAt = performance.now();
const endsAt = startedAt + Number(seconds) * 1000;

async function worker(): Promise<void> {
  while (performance.now() < endsAt) {
    const sentAt = performance.now();
    await new Promise<void>((resolve, reject) => {
      client.echo(payload, (error) => (error === null ? resolve() : reject(new Error(error.message))));
    });
    latencies.push(performance.now() - sentAt);
  }
}

await Promise.all(Array.from({ length: Number(connections) }, worker));
latencies.sort((a, b) => a - b);
const percentile = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? NaN;
process.stdout.write(
  JSON.stringify({
    requests: latencies.length,
    seconds: (performance.now() - startedAt) / 1000,
    p50: percentile(0.5),
    p99: percentile(0.99),
  }),
);
process.exit(0);
