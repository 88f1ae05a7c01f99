/* oxlint-disable typescript/no-unsafe-return -- a mutant changes messages of many rpcs, whatever their types */
import { serveAdmin } from '../broken/admin/serve.js';
import type { WholeHost } from '../broken/admin/whole-host.js';
import { serveWhole, wholeHost } from '../broken/admin/whole-host.js';
import { MemoryDirectory } from '../broken/admin/directory.js';
import { MemoryRecords } from '../broken/admin/records.js';
import type { Mutant } from './mutant.js';

/** A message of any rpc; the changes below name the members that they know. */
export type Message = any; // oxlint-disable-line typescript/no-explicit-any -- any message

export interface Change<Host> {
  /** The request as the host reads it. */
  readonly request?: (request: Message) => Message;
  /** The answer to send instead. */
  readonly answer?: (answer: Message, request: Message, host: Host) => Message;
  /** Does the rpc instead. */
  readonly instead?: (request: Message, host: Host, sound: (request: Message) => Message) => Message;
}

type Methods = Record<string, (request: Message) => Message>;

/** @param given to the functions of the change */
function change<Part extends object, Host>(
  part: Part,
  rpcs: string,
  { request, answer, instead }: Change<Host>,
  host: Host,
): Part {
  const methods = part as unknown as Methods;
  for (const rpc of rpcs.split(' ')) {
    const sound = methods[rpc]?.bind(part);
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
  return part;
}

/** @param rpcs separated by spaces */
export function records(name: string, likely: readonly string[], rpcs: string, how: Change<MemoryRecords>): Mutant {
  return {
    half: 'admin',
    name,
    likely,
    serve: () => {
      const host = new MemoryRecords();
      return serveAdmin(new MemoryDirectory(), change(host, rpcs, how, host));
    },
  };
}

export function directory(name: string, likely: readonly string[], rpcs: string, how: Change<MemoryDirectory>): Mutant {
  return {
    half: 'admin',
    name,
    likely,
    serve: () => {
      const host = new MemoryDirectory();
      return serveAdmin(change(host, rpcs, how, host), new MemoryRecords());
    },
  };
}

/** The name of a mutant of the optional services, and the sentence that it breaks. */
export interface Sentence {
  readonly name: string;
  /** File of the contract, and words of its sentence: `admin_view.proto: "A view belongs to"`. */
  readonly breaks: string;
  readonly likely: readonly string[];
  readonly invisible?: string;
}

/** A host with every service, of which one part changes rpcs. @param rpcs separated by spaces */
export function whole(sentence: Sentence, part: keyof WholeHost, rpcs: string, how: Change<WholeHost>): Mutant {
  return wholeWith(sentence, (host) => void change(host[part], rpcs, how, host));
}

/** The same, of which the function changes anything. */
export function wholeWith(sentence: Sentence, how: (host: WholeHost) => void): Mutant {
  return {
    half: 'admin',
    ...sentence,
    serve: () => {
      const host = wholeHost();
      how(host);
      return serveWhole(host);
    },
  };
}

/** A sentence of one file of the contract. */
export function sentencesOf(file: string, likely: readonly string[]) {
  return (name: string, words: string, invisible?: string): Sentence => ({
    ...{ name, breaks: `${file}: "${words}"`, likely },
    ...(invisible !== undefined && { invisible }),
  });
}
