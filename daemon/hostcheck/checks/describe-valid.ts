import { plainOptions } from '../../contract/oauth-options.js';
import { checkOptions } from '../../oauth/model/options-check.js';
import { registrationOf } from '../admin/survey.js';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';

export const describeValid: Check = {
  name: 'describe/valid',
  citation: 'host.proto: Describe',
  on: 'host',
  run: async ({ description }) => {
    const { protocolVersion, applicationName, capabilities, oauth, admin } = description;
    expectThat(
      protocolVersion === 1,
      'protocol_version 1',
      String(protocolVersion),
      'Answer the version of the contract that the host speaks.',
    );
    expectThat(
      [...applicationName].length <= 100,
      'an application_name of at most 100 characters',
      `${[...applicationName].length} characters`,
      'Shorten it: it is shown on the consent page.',
    );
    expectThat(
      !capabilities.includes('CAPABILITY_UNSPECIFIED'),
      'capabilities that say something',
      'CAPABILITY_UNSPECIFIED',
      'Never send the zero value of an enum.',
    );
    expectThat(
      oauth !== null || admin !== null,
      'OAuth options or an admin registration',
      'neither',
      'Set oauth or admin: without both there is nothing that Gatehouse could serve.',
    );
    if (admin !== null) registrationOf(description);
    if (oauth === null) return;
    const checked = checkOptions(plainOptions(oauth), { offersSignIn: capabilities.includes('CAPABILITY_SIGN_IN') });
    if ('problems' in checked) {
      expectThat(
        false,
        'valid options',
        checked.problems.join('; '),
        'See oauth_options.proto for what each option may be.',
      );
    }
  },
};
