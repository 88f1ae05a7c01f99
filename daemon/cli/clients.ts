import { Option } from 'commander';
import { redirectUriProblem } from '../oauth/checks/redirect-uri.js';
import type { AuthMethod } from '../oauth/model/client.js';
import { generateCredentials } from '../oauth/usecases/generate-credentials.js';
import type { AddCommand } from './command.js';
import { collected, FAILED, OK } from './command.js';

/** Checks a redirect URI by the rules of registration (AS-33). */
export const addClientCheckRedirect: AddCommand = (program, finish) => {
  program
    .command('client:check-redirect')
    .description('check whether a redirect URI can be registered, and explain why not')
    .argument('<uri>', 'the redirect URI')
    .option(
      '--scheme <scheme>',
      'private-use scheme that the application allows (its private_use_redirect_schemes); repeatable',
      collected,
    )
    .action((uri: string, { scheme = [] }: { readonly scheme?: readonly string[] }) => {
      const problem = redirectUriProblem(uri, scheme);
      if (problem === undefined) console.log('ok');
      else console.log(`not acceptable: ${problem}`);
      finish(problem === undefined ? OK : FAILED);
    });
};

interface Options {
  readonly authMethod: AuthMethod;
  readonly json?: boolean;
}

const AUTH_METHODS: readonly AuthMethod[] = ['none', 'client_secret_post', 'client_secret_basic'];

/** Generates credentials for clients that are created outside registration (AS-33). Stores nothing. */
export const addClientGenerate: AddCommand = (program) => {
  program
    .command('client:generate')
    .description('generate a client id and, for a confidential client, a secret and its hash; stores nothing')
    .addOption(
      new Option('--auth-method <method>', 'authentication method of the client')
        .choices(AUTH_METHODS)
        .default('client_secret_basic'),
    )
    .option('--json', 'print JSON')
    .action(({ authMethod, json }: Options) => {
      const { clientId, secret } = generateCredentials(authMethod);
      const hash = secret && Buffer.from(secret.hash).toString('hex');
      if (json === true) {
        const confidential = secret && { client_secret: secret.plain, client_secret_sha256: hash };
        console.log(
          JSON.stringify({ client_id: clientId, token_endpoint_auth_method: authMethod, ...confidential }, null, 2),
        );
        return;
      }
      console.log(`client id:      ${clientId}`);
      if (secret === undefined) return;
      console.log(`client secret:  ${secret.plain}   (shown only once: give it to the client)`);
      console.log(`SHA-256 (hex):  ${hash ?? ''}   (store this)`);
    });
};
