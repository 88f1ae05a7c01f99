import { generateLoad } from './load.js';
import { MeasuredProcess, peerFile } from './process.js';

const CONNECTIONS = 16;
const SECONDS = 1;
const ENOUGH_REQUESTS = 40_000;

/**
 * The noise of the machine: a server that never changes, under the same kind of load as the contenders. If its CPU
 * a request varies, every other figure of that moment may vary as much without a reason.
 */
export class Control {
  private constructor(
    private readonly server: MeasuredProcess,
    private readonly port: number,
  ) {}

  static async start(): Promise<Control> {
    const [server, { port }] = await MeasuredProcess.start<{ port: number }>(peerFile('control'));
    const control = new Control(server, port);
    // Until the compiler is done.
    await control.measure();
    await control.measure();
    return control;
  }

  /** CPU of one request in microseconds. */
  async measure(): Promise<number> {
    const before = this.server.cpuSeconds();
    const { requests } = await generateLoad({
      port: this.port,
      requests: Array.from({ length: ENOUGH_REQUESTS }, (_, index) => ({ method: 'GET', path: `/${String(index)}` })),
      expected: { statuses: [200] },
      connections: CONNECTIONS,
      seconds: SECONDS,
    });
    return ((this.server.cpuSeconds() - before) / requests) * 1e6;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}
