import { InvalidArgumentError, Option } from 'commander';
import { readFileSync } from 'node:fs';
import type { Kind } from '../config/kinds.js';
import { grpcAddress } from '../config/kinds.js';
import { ENCODINGS, HOST_DEADLINE, webUrl } from '../config/schema.js';
import type { HostCheckOptions } from '../hostcheck/subject/connection.js';
import type { AddCommand } from './command.js';
import { collected, FAILED, OK } from './command.js';

interface Options {
  readonly address?: string;
  readonly url?: string;
  readonly encoding?: Encoding;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly tlsCa?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsServerName?: string;
  readonly tls?: true;
  readonly user?: string;
  readonly refusedUser?: string;
  readonly scratch?: true;
  readonly partial?: readonly string[];
  readonly inactiveAdministrator?: string;
  readonly deadline?: number;
  readonly only?: readonly string[];
}

/** Checks a host, in any language, against the contract. */
export const addCheckHost: AddCommand = (program, finish) => {
  program
    .command('check-host')
    .description('check a host against the contract; prints a table and exits with 1 if a check fails')
    .option(
      '--address <address>',
      'address of a host that speaks gRPC, such as "127.0.0.1:9090" or "unix:/run/app/host.sock"',
      readAddress,
    )
    .option(
      '--url <url>',
      'URL of a host that speaks HTTP, such as "http://127.0.0.1:8000/gatehouse"; instead of --address',
      readUrl,
    )
    .addOption(
      new Option('--encoding <encoding>', 'how messages are encoded over HTTP (default: proto)').choices(ENCODINGS),
    )
    .option('--token <token>', 'shared token of the host')
    .option('--token-file <file>', 'file with the shared token; unlike --token, not visible in the process list')
    .option('--tls', 'connect with TLS and trust the public certificate authorities')
    .option('--tls-ca <file>', "PEM file with the CA certificate that signed the host's certificate")
    .option('--tls-cert <file>', 'PEM file with the client certificate')
    .option('--tls-key <file>', 'PEM file with the private key of the client certificate')
    .option('--tls-server-name <name>', "name in the host's certificate, if it differs from the address")
    .option('--user <id>', 'id of an existing user; required if the host rejects codes and tokens of unknown users')
    .option(
      '--refused-user <id>',
      'id of a user for whom the application refuses to mint tokens; adds a check of the refusal',
    )
    .option(
      '--scratch',
      "also run the checks that write: they create, change, link and delete the application's records, change settings and run every action, and then undo it; only for a database that may be thrown away",
    )
    .option('--partial <name>', 'name of a partial, to read its data; repeatable', collected)
    .option(
      '--inactive-administrator <login>',
      'login of a deactivated administrator; with --scratch, checks that it cannot sign in, and sets its password',
    )
    .option(
      '--deadline <duration>',
      'time limit for one call, as in host.deadline of the daemon; longer on a slow machine (default: 5s)',
      readDeadline,
    )
    .option('--only <text>', 'run only checks whose name contains this text; repeatable', collected)
    .action(async (options: Options) => {
      if ((options.address === undefined) === (options.url === undefined)) {
        program.error('error: set either --address, for a host that speaks gRPC, or --url, for one that speaks HTTP');
      }
      const useless = uselessOption(options);
      if (useless !== '') program.error(`error: ${useless}`);
      // Imported here because every other command would otherwise load all checks for no reason.
      const { runHostCheck } = await import('../hostcheck/run.js');
      const { formatSummary, passed, resultFormatter } = await import('../hostcheck/report.js');
      const format = resultFormatter();
      const show = (text: string): void => {
        if (text !== '') console.log(text);
      };
      const report = await runHostCheck(hostCheckOptions(options), (result) => show(format(result)), show);
      console.log(`\n${formatSummary(report)}`);
      finish(passed(report) ? OK : FAILED);
    });
};

/** Why one of the options would have no effect, which is a mistake: the run would check something else. Empty if none would. */
function uselessOption(options: Options): string {
  const { url, encoding, token, tokenFile, tlsCert, tlsKey, scratch, inactiveAdministrator } = options;
  if (encoding !== undefined && url === undefined) return '--encoding is for a host that speaks HTTP; set --url';
  if (token !== undefined && tokenFile !== undefined) return 'set either --token or --token-file';
  if ((tlsCert === undefined) !== (tlsKey === undefined)) return '--tls-cert and --tls-key must be set together';
  const usesTls = [options.tls, options.tlsCa, tlsCert, options.tlsServerName].some((value) => value !== undefined);
  if (usesTls && url?.startsWith('http:') === true) return '--url begins with http, but TLS is set; use https';
  if (inactiveAdministrator !== undefined && scratch !== true) return '--inactive-administrator needs --scratch';
  return '';
}

type Encoding = (typeof ENCODINGS)[number];

const readAddress = readerOf(grpcAddress());
const readDeadline = readerOf(HOST_DEADLINE);

function readerOf<T>(kind: Kind<T, string>): (text: string) => T {
  return (text) => {
    const value = kind.read(text);
    if (value === undefined) throw new InvalidArgumentError(`Expected ${kind.expects}.`);
    return value;
  };
}

function readUrl(text: string): string {
  if (webUrl.read(text) === undefined) throw new InvalidArgumentError(`Expected an ${webUrl.expects}.`);
  return text;
}

/** Throws if a file cannot be read. The message names the file. */
function hostCheckOptions(options: Options): HostCheckOptions {
  const { address, url, encoding, tlsCa, tlsCert, tlsKey, tlsServerName, user, refusedUser, only = [] } = options;
  const { scratch = false, partial = [], inactiveAdministrator, deadline } = options;
  const token = options.tokenFile === undefined ? options.token : tokenIn(options.tokenFile);
  const tls = {
    ...(tlsCa !== undefined && { rootCertificates: readFileSync(tlsCa) }),
    ...(tlsCert !== undefined && { clientCertificate: readFileSync(tlsCert) }),
    ...(tlsKey !== undefined && { clientKey: readFileSync(tlsKey) }),
    ...(tlsServerName !== undefined && { serverName: tlsServerName }),
  };
  return {
    only,
    scratch,
    partials: partial,
    ...(inactiveAdministrator !== undefined && { inactiveAdministrator }),
    ...(address !== undefined && { address }),
    ...(url !== undefined && { url }),
    ...(encoding !== undefined && { encoding }),
    ...(user !== undefined && { user }),
    ...(refusedUser !== undefined && { refusedUser }),
    ...(token !== undefined && { token }),
    ...(deadline !== undefined && { timeoutMs: deadline }),
    ...((options.tls === true || Object.keys(tls).length > 0) && { tls }),
  };
}

function tokenIn(path: string): string {
  const token = readFileSync(path, 'utf8').trim();
  if (token === '') throw new Error(`${path} is empty; write the token of the host into it`);
  return token;
}
