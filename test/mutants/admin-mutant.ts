/* eslint-disable @typescript-eslint/no-unsafe-return -- a mutant changes messages of many rpcs, whatever their types */
import { serveAdmin } from '../broken/admin/serve.js';
import { MemoryDirectory } from '../broken/admin/directory.js';
import { MemoryRecords } from '../broken/admin/records.js';
import type { Mutant } from './mutant.js';

/** A message of any rpc; the changes below name the members that they know. */
export type Message = any; // eslint-disable-line @typescript-eslint/no-explicit-any -- any message

export interface Change<Host> {
  /** The request as the host reads it. */
  readonly request?: (request: Message) => Message;
  /** The answer to send instead. */
  readonly answer?: (answer: Message, request: Message, host: Host) => Message;
  /** Does the rpc instead. */
  readonly instead?: (request: Message, host: Host, sound: (request: Message) => Message) => Message;
}

type Methods = Record<string, (request: Message) => Message>;

function change<Host extends object>(host: Host, rpcs: string, { request, answer, instead }: Change<Host>): Host {
  const methods = host as unknown as Methods;
  for (const rpc of rpcs.split(' ')) {
    const sound = methods[rpc]?.bind(host);
    if (sound === undefined) throw new Error(`the host in memory has no ${rpc}`);
    methods[rpc] = (given) => {
      const read = request === undefined ? given : request(given);
      const answered = instead === undefined ? sound(read) : instead(read, host, sound);
      return answer === undefined
        ? answered
        : answered instanceof Promise
          ? answered.then((one) => answer(one, given, host))
          : answer(answered, given, host);
    };
  }
  return host;
}

/** @param rpcs separated by spaces */
export function records(name: string, likely: readonly string[], rpcs: string, how: Change<MemoryRecords>): Mutant {
  return {
    half: 'admin',
    name,
    likely,
    serve: () => serveAdmin(new MemoryDirectory(), change(new MemoryRecords(), rpcs, how)),
  };
}

export function directory(name: string, likely: readonly string[], rpcs: string, how: Change<MemoryDirectory>): Mutant {
  return {
    half: 'admin',
    name,
    likely,
    serve: () => serveAdmin(change(new MemoryDirectory(), rpcs, how), new MemoryRecords()),
  };
}
