// Original file: proto/gatehouse/consent/v1/consent.proto

export const ConsentError = {
  CONSENT_ERROR_UNSPECIFIED: 'CONSENT_ERROR_UNSPECIFIED',
  CONSENT_ERROR_PENDING_NOT_FOUND: 'CONSENT_ERROR_PENDING_NOT_FOUND',
  CONSENT_ERROR_NO_GRANTABLE_SCOPES: 'CONSENT_ERROR_NO_GRANTABLE_SCOPES',
} as const;

export type ConsentError =
  | 'CONSENT_ERROR_UNSPECIFIED'
  | 0
  | 'CONSENT_ERROR_PENDING_NOT_FOUND'
  | 1
  | 'CONSENT_ERROR_NO_GRANTABLE_SCOPES'
  | 2;

export type ConsentError__Output = (typeof ConsentError)[keyof typeof ConsentError];
