import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { median } from '../measure/statistics.js';
import type { MeasuredProcess } from '../measure/process.js';
import { print } from '../report.js';
import { ROUNDS } from '../settings.js';
import { hostileRequests, type HostileRequest } from './requests.js';
import { startHostileTarget } from './target.js';

/** Milliseconds of the event loop that one request may take. */
const AIM_MS = 5;

/** Timeout of a response. After it, the run ends and names the request. */
const ANSWER_MS = 30_000;

interface Reading {
  readonly request: HostileRequest;
  readonly status: number;
  /** The median of the rounds. */
  readonly ms: number;
}

/**
 * Sends the worst possible single requests, one at a time, to every endpoint that accepts unauthenticated requests. Measures
 * the CPU time of the daemon's main thread between the first byte and the response, by the kernel's accounting. Work beside
 * it (bcrypt, the garbage collector's helpers, the host) does not delay other requests.
 */
export async function measureHostile(): Promise<void> {
  const target = await startHostileTarget();
  const readings: Reading[] = [];
  try {
    const requests = hostileRequests(target.requestId, target.asset);
    for (const request of requests) readings.push(await measured(target.port, target.daemon, request));
  } finally {
    await target.stop();
  }
  report(readings);
}

async function measured(port: number, daemon: MeasuredProcess, request: HostileRequest): Promise<Reading> {
  const times: number[] = [];
  let status = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const before = mainThreadMs(daemon.pid);
    status = await answerTo(port, request);
    times.push(mainThreadMs(daemon.pid) - before);
  }
  return { request, status, ms: median(times) };
}

/** CPU time of the event loop's thread: the first field, in nanoseconds. */
function mainThreadMs(pid: number): number {
  const text = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/schedstat`, 'utf8');
  return Number(text.split(' ')[0]) / 1e6;
}

/** The status of the response; 0 if the connection was closed without one. */
function answerTo(port: number, { bytes, endpoint, shape }: HostileRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`${endpoint}, ${shape}: no response within ${String(ANSWER_MS)} ms`));
    }, ANSWER_MS);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      answer += text;
      if (isWhole(answer)) socket.destroy();
    });
    // The daemon may close the connection of a rejected body before all of it is written.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0));
    });
  });
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end));
  return length === null || answer.length >= end + 4 + Number(length[1]);
}

function report(readings: readonly Reading[]): void {
  print(`\n## the most expensive single unauthenticated request, by endpoint\n`);
  print(`${String(readings.length)} requests, the median of ${String(ROUNDS)} each\n`);
  print('| endpoint | event loop | status | request |\n| --- | --- | --- | --- |');
  const endpoints = [...new Set(readings.map(({ request }) => request.endpoint))];
  const worst = endpoints.map((endpoint) =>
    readings.filter(({ request }) => request.endpoint === endpoint).reduce((a, b) => (a.ms >= b.ms ? a : b)),
  );
  for (const { request, status, ms } of worst) {
    print(`| ${request.endpoint} | ${ms.toFixed(2)} ms | ${String(status)} | ${request.shape} |`);
  }
  const over = readings.filter(({ ms }) => ms > AIM_MS).sort((a, b) => b.ms - a.ms);
  print(`\nat most ${String(AIM_MS)} ms: ${over.length === 0 ? 'met' : `NOT MET by ${String(over.length)}`}`);
  for (const { request, status, ms } of over.slice(0, 20)) {
    print(`  ${ms.toFixed(1)} ms: ${request.endpoint}, ${request.shape} (${String(status)})`);
  }
}
