import { InvalidArgumentError } from 'commander';
import { readFileSync } from 'node:fs';
import { grpcAddress } from '../config/kinds.js';
import type { HostCheckOptions } from '../hostcheck/subject/connection.js';
import { formatResult, formatSummary, passed } from '../hostcheck/report.js';
import { runHostCheck } from '../hostcheck/run.js';
import type { AddCommand } from './command.js';
import { FAILED, OK } from './command.js';

interface Options {
  readonly address: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly tlsCa?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsServerName?: string;
  readonly tls?: true;
  readonly user?: string;
  readonly refusedUser?: string;
  readonly only: readonly string[];
}

/** Checks a host, in any language, against the contract. */
export const addCheckHost: AddCommand = (program, finish) => {
  program
    .command('check-host')
    .description('check a host against the gRPC contract; prints a table and exits with 1 if a check fails')
    .requiredOption(
      '--address <address>',
      'address of the host, such as "127.0.0.1:9090" or "unix:/run/app/host.sock"',
      readAddress,
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
      '--only <text>',
      'run only checks whose name contains this text; repeatable',
      (value: string, earlier: readonly string[]) => [...earlier, value],
      [],
    )
    .action(async (options: Options) => {
      const report = await runHostCheck(hostCheckOptions(options), (result) => {
        const text = formatResult(result);
        if (text !== '') console.log(text);
      });
      console.log(`\n${formatSummary(report)}`);
      finish(passed(report) ? OK : FAILED);
    });
};

const ADDRESS = grpcAddress();

function readAddress(text: string): string {
  const address = ADDRESS.read(text);
  if (address === undefined) throw new InvalidArgumentError(`Expected ${ADDRESS.expects}.`);
  return address;
}

/** Throws if a file cannot be read. The message names the file. */
function hostCheckOptions(options: Options): HostCheckOptions {
  const { address, tlsCa, tlsCert, tlsKey, tlsServerName, user, refusedUser, only } = options;
  const token = options.tokenFile === undefined ? options.token : readFileSync(options.tokenFile, 'utf8').trim();
  const tls = {
    ...(tlsCa !== undefined && { rootCertificates: readFileSync(tlsCa) }),
    ...(tlsCert !== undefined && { clientCertificate: readFileSync(tlsCert) }),
    ...(tlsKey !== undefined && { clientKey: readFileSync(tlsKey) }),
    ...(tlsServerName !== undefined && { serverName: tlsServerName }),
  };
  return {
    address,
    only,
    ...(user !== undefined && { user }),
    ...(refusedUser !== undefined && { refusedUser }),
    ...(token !== undefined && { token }),
    ...((options.tls === true || Object.keys(tls).length > 0) && { tls }),
  };
}
