import type { DescribeResponse__Output } from '../../contract/generated/gatehouse/host/v1/DescribeResponse.js';
import { plainOptions } from '../../contract/oauth-options.js';
import { checkOptions } from '../../oauth/model/options-check.js';
import type { HostDescription } from '../description.js';
import { fromAdminRegistration } from './admin/registration.js';

/** The version of the contract that this daemon speaks. */
export const PROTOCOL_VERSION = 1;
const MAX_APPLICATION_NAME = 100;

export type CheckedDescription =
  | { readonly description: HostDescription }
  /** Everything that is wrong, for the log and /readyz. */
  | {
      readonly problems: readonly string[];
      /** Whether the registration of an admin backend is among what is wrong. */
      readonly concernsAdmin: boolean;
    };

export function fromDescribe(response: DescribeResponse__Output): CheckedDescription {
  if (response.protocolVersion !== PROTOCOL_VERSION) {
    const problem = `protocol_version: the host speaks ${response.protocolVersion}, this daemon speaks ${PROTOCOL_VERSION}`;
    return { problems: [problem], concernsAdmin: false };
  }
  const problems: string[] = [];
  const { applicationName } = response;
  if ([...applicationName].length > MAX_APPLICATION_NAME || /\p{Cc}/u.test(applicationName)) {
    problems.push(`application_name: is longer than ${MAX_APPLICATION_NAME} characters or has a control character`);
  }
  // A capability that this daemon does not know arrives as a number, and is ignored.
  const offered = new Set(response.capabilities);
  const capabilities = {
    backend: offered.has('CAPABILITY_BACKEND'),
    transactStream: offered.has('CAPABILITY_TRANSACT_STREAM'),
    signIn: offered.has('CAPABILITY_SIGN_IN'),
    admin: offered.has('CAPABILITY_ADMIN'),
    adminStream: offered.has('CAPABILITY_ADMIN_STREAM'),
  };
  if (capabilities.transactStream && !capabilities.backend) {
    problems.push('capabilities: CAPABILITY_TRANSACT_STREAM needs CAPABILITY_BACKEND');
  }
  if (capabilities.adminStream && !capabilities.admin) {
    problems.push('capabilities: CAPABILITY_ADMIN_STREAM needs CAPABILITY_ADMIN');
  }
  if (response.admin !== null && !capabilities.admin) problems.push('admin: needs CAPABILITY_ADMIN');
  const oauth = response.oauth
    ? checkOptions(plainOptions(response.oauth), { offersSignIn: capabilities.signIn })
    : undefined;
  const admin = response.admin ? fromAdminRegistration(response.admin) : undefined;
  if (oauth !== undefined && 'problems' in oauth) problems.push(...oauth.problems.map((problem) => `oauth.${problem}`));
  if (admin !== undefined && 'problems' in admin) problems.push(...admin.problems.map((problem) => `admin.${problem}`));
  if (problems.length > 0) return { problems, concernsAdmin: admin !== undefined && 'problems' in admin };
  return {
    description: {
      applicationName,
      capabilities,
      ...(oauth !== undefined && 'options' in oauth && { oauth: oauth.options }),
      ...(admin !== undefined && 'registration' in admin && { admin: admin.registration }),
    },
  };
}
