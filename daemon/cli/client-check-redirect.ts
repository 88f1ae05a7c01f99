import { redirectUriProblem } from '../oauth/checks/redirect-uri.js';
import type { AddCommand } from './command.js';
import { FAILED, OK } from './exit.js';

/** The spec's redirect-URI check, by the rules of registration. */
export const addClientCheckRedirect: AddCommand = (program, finish) => {
  program
    .command('client:check-redirect')
    .description('say whether a redirect URI could be registered, and if not, why')
    .argument('<uri>', 'the redirect URI')
    .option(
      '--scheme <scheme>',
      'private-use scheme that the application allows (its private_use_redirect_schemes); repeatable',
      (value: string, earlier: readonly string[]) => [...earlier, value],
      [],
    )
    .action((uri: string, { scheme }: { readonly scheme: readonly string[] }) => {
      const problem = redirectUriProblem(uri, scheme);
      if (problem === '') console.log('ok');
      else console.log(`not acceptable: ${problem}`);
      finish(problem === '' ? OK : FAILED);
    });
};
