import { fromAuthMethod } from '@gatehouse/proto/auth-method';
import type { DescribeResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeResponse';
import type { OAuthOptions__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/OAuthOptions';
import type { Duration__Output } from '@gatehouse/proto/generated/google/protobuf/Duration';
import { MAX_APPLICATION_NAME, PROTOCOL_VERSION } from '@gatehouse/proto/limits';
import type { RuleCheck } from '@gatehouse/proto/rules';
import { MessageRules } from '@gatehouse/proto/rules';
import type { StreamSocket } from '@gatehouse/proto/stream-socket';
import { fromDuration } from '@gatehouse/proto/time';
import type { AdminRegistration } from '../../admin/model/registration.js';
import type { OAuthOptions, RawOAuthOptions } from '../../oauth/model/options.js';
import { checkOptions } from '../../oauth/model/options.js';
import { fromAdminRegistration } from './registration.js';

/** The host's description of itself, validated. */
export interface HostDescription {
  /** Shown on the built-in consent page; may be empty. */
  readonly applicationName: string;
  readonly capabilities: {
    readonly backend: boolean;
    readonly transactStream: boolean;
    readonly redeem: boolean;
    readonly signIn: boolean;
    readonly admin: boolean;
    readonly adminStream: boolean;
    readonly adminSession: boolean;
    readonly adminAccounts: boolean;
    readonly adminBulk: boolean;
    readonly adminSearch: boolean;
    readonly adminSessionList: boolean;
    readonly adminSecondFactor: boolean;
    readonly adminPasskeys: boolean;
    readonly adminViews: boolean;
    readonly adminImport: boolean;
    readonly adminImportUpdate: boolean;
  };
  /** Absent: the host wants no authorization server, and Gatehouse serves no endpoints for it. */
  readonly oauth?: OAuthOptions;
  /** Absent, or without controllers: the host wants no admin backend, and Gatehouse serves no routes for it. */
  readonly admin?: AdminRegistration;
}

/** The fields of the contract. The generated types also have members such as `_dcrClientCap`. */
type OptionField = Exclude<keyof OAuthOptions__Output, `_${string}`>;

/**
 * The options as the host sent them, as plain values: durations in ms, absent ones undefined. Not yet validated. A field of
 * the contract that is missing here, or has no row in OAUTH_OPTIONS, does not compile.
 */
export function plainOptions(options: OAuthOptions__Output): { readonly [Name in OptionField]: RawOAuthOptions[Name] } {
  return {
    issuer: options.issuer,
    resource: options.resource,
    serviceDocumentationPath: options.serviceDocumentationPath,
    scopesSupported: options.scopesSupported,
    // An unknown value keeps its name or number, so that the check can report it.
    tokenEndpointAuthMethodsSupported: options.tokenEndpointAuthMethodsSupported.map(
      (method) => fromAuthMethod(method) ?? method,
    ),
    authorizationResponseIssParameterSupported: options.authorizationResponseIssParameterSupported,
    dcrClientCap: options.dcrClientCap,
    dcrUnconsentedSweepAge: ms(options.dcrUnconsentedSweepAge),
    registerMaxBodyBytes: options.registerMaxBodyBytes,
    pendingRequestTtl: ms(options.pendingRequestTtl),
    codeTtl: ms(options.codeTtl),
    accessTokenTtl: ms(options.accessTokenTtl),
    refreshTokenTtl: ms(options.refreshTokenTtl),
    refreshRetryWindow: ms(options.refreshRetryWindow),
    loopbackPortFlexible: options.loopbackPortFlexible,
    privateUseRedirectSchemes: options.privateUseRedirectSchemes,
    evictOldestUnconsentedAtCap: options.evictOldestUnconsentedAtCap,
    clientIdMetadataDocuments: options.clientIdMetadataDocuments,
    builtinConsentPage: options.builtinConsentPage,
    refreshLineageMaxAge: ms(options.refreshLineageMaxAge),
  };
}

function ms(duration: Duration__Output | null): number | undefined {
  return duration === null ? undefined : fromDuration(duration);
}

export type CheckedDescription =
  | {
      readonly description: HostDescription;
      /** Of this host alone: it is not part of what the hosts of one application agree on. */
      readonly streamSocket: StreamSocket | undefined;
    }
  /** All problems, for the log and /readyz. */
  | {
      readonly problems: readonly string[];
      /** Whether the admin registration is among the problems. */
      readonly concernsAdmin: boolean;
    };

const checkStreamSocket: RuleCheck = (socket) => new MessageRules().of('gatehouse.host.v1.StreamSocket')(socket);

export function fromDescribe(response: DescribeResponse__Output): CheckedDescription {
  if (response.protocolVersion !== PROTOCOL_VERSION) {
    const problem = `protocol_version: the host uses ${response.protocolVersion}, this daemon uses ${PROTOCOL_VERSION}`;
    return { problems: [problem], concernsAdmin: false };
  }
  const problems: string[] = [];
  const { applicationName } = response;
  if ([...applicationName].length > MAX_APPLICATION_NAME || /\p{Cc}/u.test(applicationName)) {
    problems.push(`application_name: is longer than ${MAX_APPLICATION_NAME} characters or has a control character`);
  }
  // A capability that this daemon does not know arrives as a number and is ignored.
  const offered = new Set(response.capabilities);
  const capabilities = {
    backend: offered.has('CAPABILITY_BACKEND'),
    transactStream: offered.has('CAPABILITY_TRANSACT_STREAM'),
    redeem: offered.has('CAPABILITY_REDEEM'),
    signIn: offered.has('CAPABILITY_SIGN_IN'),
    admin: offered.has('CAPABILITY_ADMIN'),
    adminStream: offered.has('CAPABILITY_ADMIN_STREAM'),
    adminSession: offered.has('CAPABILITY_ADMIN_SESSION'),
    adminAccounts: offered.has('CAPABILITY_ADMIN_ACCOUNTS'),
    adminBulk: offered.has('CAPABILITY_ADMIN_BULK'),
    adminSearch: offered.has('CAPABILITY_ADMIN_SEARCH'),
    adminSessionList: offered.has('CAPABILITY_ADMIN_SESSION_LIST'),
    adminSecondFactor: offered.has('CAPABILITY_ADMIN_SECOND_FACTOR'),
    adminPasskeys: offered.has('CAPABILITY_ADMIN_PASSKEYS'),
    adminViews: offered.has('CAPABILITY_ADMIN_VIEWS'),
    adminImport: offered.has('CAPABILITY_ADMIN_IMPORT'),
    adminImportUpdate: offered.has('CAPABILITY_ADMIN_IMPORT_UPDATE'),
  };
  if (capabilities.transactStream && !capabilities.backend) {
    problems.push('capabilities: CAPABILITY_TRANSACT_STREAM needs CAPABILITY_BACKEND');
  }
  if (capabilities.redeem && !capabilities.backend) {
    problems.push('capabilities: CAPABILITY_REDEEM needs CAPABILITY_BACKEND');
  }
  if (capabilities.adminStream && !capabilities.admin) {
    problems.push('capabilities: CAPABILITY_ADMIN_STREAM needs CAPABILITY_ADMIN');
  }
  if (capabilities.adminSession && !capabilities.admin) {
    problems.push('capabilities: CAPABILITY_ADMIN_SESSION needs CAPABILITY_ADMIN');
  }
  if (capabilities.adminAccounts && !capabilities.admin) {
    problems.push('capabilities: CAPABILITY_ADMIN_ACCOUNTS needs CAPABILITY_ADMIN');
  }
  if (capabilities.adminBulk && !capabilities.admin) {
    problems.push('capabilities: CAPABILITY_ADMIN_BULK needs CAPABILITY_ADMIN');
  }
  if (capabilities.adminSearch && !capabilities.admin) {
    problems.push('capabilities: CAPABILITY_ADMIN_SEARCH needs CAPABILITY_ADMIN');
  }
  if (capabilities.adminSessionList && !capabilities.adminAccounts) {
    problems.push('capabilities: CAPABILITY_ADMIN_SESSION_LIST needs CAPABILITY_ADMIN_ACCOUNTS');
  }
  if (capabilities.adminSecondFactor && !capabilities.adminAccounts) {
    problems.push('capabilities: CAPABILITY_ADMIN_SECOND_FACTOR needs CAPABILITY_ADMIN_ACCOUNTS');
  }
  if (capabilities.adminPasskeys && !capabilities.adminSecondFactor) {
    problems.push('capabilities: CAPABILITY_ADMIN_PASSKEYS needs CAPABILITY_ADMIN_SECOND_FACTOR');
  }
  if (capabilities.adminViews && !capabilities.adminAccounts) {
    problems.push('capabilities: CAPABILITY_ADMIN_VIEWS needs CAPABILITY_ADMIN_ACCOUNTS');
  }
  if (capabilities.adminImport && !capabilities.adminBulk) {
    problems.push('capabilities: CAPABILITY_ADMIN_IMPORT needs CAPABILITY_ADMIN_BULK');
  }
  if (capabilities.adminImportUpdate && !capabilities.adminImport) {
    problems.push('capabilities: CAPABILITY_ADMIN_IMPORT_UPDATE needs CAPABILITY_ADMIN_IMPORT');
  }
  const { streamSocket } = response;
  if (streamSocket !== null) {
    const broken = checkStreamSocket(streamSocket);
    if (broken !== undefined) problems.push(`stream_socket.${broken.field}: ${broken.problem}`);
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
    streamSocket: streamSocket ?? undefined,
  };
}
