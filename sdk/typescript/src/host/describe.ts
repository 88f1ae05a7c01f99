import { toAuthMethod } from '@gatehouse/proto/auth-method';
import type { Capability } from '@gatehouse/proto/generated/gatehouse/host/v1/Capability';
import type { DescribeResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeResponse';
import type { OAuthOptions as ProtoOAuthOptions } from '@gatehouse/proto/generated/gatehouse/host/v1/OAuthOptions';
import { MAX_APPLICATION_NAME, PROTOCOL_VERSION } from '@gatehouse/proto/limits';
import { listOf, message } from '@gatehouse/proto/message';
import type { Seconds } from '@gatehouse/proto/time';
import { toDuration } from '@gatehouse/proto/time';
import { registryOf } from '../admin/registry.js';
import { toProtoRegistration } from '../admin/rpc/registration.js';
import type { Duration } from '../shared/duration.js';
import { milliseconds } from '../shared/duration.js';
import type { HostOptions, OAuthOptions } from './host-options.js';

type DescribedOptions = Pick<HostOptions, 'applicationName' | 'oauth' | 'backend' | 'signIn' | 'admin'>;

/** The answer of Describe. It never changes while the host runs, so it is built once. Only gRPC has streams. */
export function describe(options: DescribedOptions, transport: 'gRPC' | 'HTTP'): DescribeResponse {
  const { applicationName, oauth, backend, signIn, admin } = options;
  if (applicationName === '' || applicationName.length > MAX_APPLICATION_NAME) {
    throw new Error(`applicationName must have 1 to ${MAX_APPLICATION_NAME} characters`);
  }
  if (oauth?.builtinConsentPage === true && !signIn) throw new Error('oauth.builtinConsentPage needs signIn');
  const streams = transport === 'gRPC';
  const capabilities: Capability[] = [];
  if (backend) capabilities.push('CAPABILITY_BACKEND');
  if (backend && streams) capabilities.push('CAPABILITY_TRANSACT_STREAM');
  if (backend) capabilities.push('CAPABILITY_REDEEM');
  if (signIn) capabilities.push('CAPABILITY_SIGN_IN');
  if (admin) capabilities.push('CAPABILITY_ADMIN');
  if (admin && streams) capabilities.push('CAPABILITY_ADMIN_STREAM');
  if (admin) capabilities.push('CAPABILITY_ADMIN_SESSION');
  if (admin) capabilities.push('CAPABILITY_ADMIN_BULK');
  if (admin) capabilities.push('CAPABILITY_ADMIN_SEARCH');
  if (admin?.directory.accounts) capabilities.push('CAPABILITY_ADMIN_ACCOUNTS');
  if (admin?.directory.accounts && admin.directory.sessions) capabilities.push('CAPABILITY_ADMIN_SESSION_LIST');
  if (admin?.directory.accounts && admin.directory.secondFactors) capabilities.push('CAPABILITY_ADMIN_SECOND_FACTOR');
  if (admin?.directory.accounts && admin.directory.secondFactors && admin.directory.passkeys) {
    capabilities.push('CAPABILITY_ADMIN_PASSKEYS');
  }
  if (admin?.directory.accounts && admin.directory.views) capabilities.push('CAPABILITY_ADMIN_VIEWS');
  if (admin?.directory.imports) capabilities.push('CAPABILITY_ADMIN_IMPORT', 'CAPABILITY_ADMIN_IMPORT_UPDATE');
  return {
    protocolVersion: PROTOCOL_VERSION,
    applicationName,
    capabilities,
    oauth: oauth ? toProtoOAuthOptions(oauth) : null,
    admin: admin ? toProtoRegistration(registryOf(admin), admin.defaultLocale ?? 'en') : null,
  };
}

/** Every field of the contract; the generated type also has members such as `_dcrClientCap`. */
type OAuthOptionFields = {
  readonly [Name in Exclude<keyof ProtoOAuthOptions, `_${string}`>]: ProtoOAuthOptions[Name] | undefined;
};

/**
 * Absent options stay absent, because Gatehouse has the defaults. A contract field that is missing here is a compile
 * error.
 */
function toProtoOAuthOptions(options: OAuthOptions): ProtoOAuthOptions {
  const fields: OAuthOptionFields = {
    issuer: options.issuer,
    resource: options.resource,
    serviceDocumentationPath: options.serviceDocumentationPath,
    scopesSupported: listOf(options.scopesSupported ?? []),
    tokenEndpointAuthMethodsSupported: options.tokenEndpointAuthMethodsSupported?.map(toAuthMethod),
    authorizationResponseIssParameterSupported: options.authorizationResponseIssParameterSupported,
    dcrClientCap: options.dcrClientCap,
    dcrUnconsentedSweepAge: durationOf(options, 'dcrUnconsentedSweepAge'),
    registerMaxBodyBytes: options.registerMaxBodyBytes,
    pendingRequestTtl: durationOf(options, 'pendingRequestTtl'),
    codeTtl: durationOf(options, 'codeTtl'),
    accessTokenTtl: durationOf(options, 'accessTokenTtl'),
    refreshTokenTtl: durationOf(options, 'refreshTokenTtl'),
    refreshRetryWindow: durationOf(options, 'refreshRetryWindow'),
    loopbackPortFlexible: options.loopbackPortFlexible,
    privateUseRedirectSchemes: listOf(options.privateUseRedirectSchemes ?? []),
    evictOldestUnconsentedAtCap: options.evictOldestUnconsentedAtCap,
    clientIdMetadataDocuments: options.clientIdMetadataDocuments,
    builtinConsentPage: options.builtinConsentPage,
    refreshLineageMaxAge: durationOf(options, 'refreshLineageMaxAge'),
  };
  return message<ProtoOAuthOptions>(fields);
}

function durationOf(
  options: OAuthOptions,
  name: { [Name in keyof OAuthOptions]-?: Duration extends OAuthOptions[Name] ? Name : never }[keyof OAuthOptions],
): Seconds | undefined {
  const value = options[name];
  return value === undefined ? undefined : toDuration(milliseconds(value, `oauth.${name}`));
}
