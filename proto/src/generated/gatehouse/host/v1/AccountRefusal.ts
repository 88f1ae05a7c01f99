// Original file: proto/gatehouse/host/v1/admin_account.proto

export const AccountRefusal = {
  ACCOUNT_REFUSAL_UNSPECIFIED: 'ACCOUNT_REFUSAL_UNSPECIFIED',
  ACCOUNT_REFUSAL_UNKNOWN: 'ACCOUNT_REFUSAL_UNKNOWN',
  ACCOUNT_REFUSAL_STALE: 'ACCOUNT_REFUSAL_STALE',
  ACCOUNT_REFUSAL_FORBIDDEN: 'ACCOUNT_REFUSAL_FORBIDDEN',
} as const;

export type AccountRefusal =
  | 'ACCOUNT_REFUSAL_UNSPECIFIED'
  | 0
  | 'ACCOUNT_REFUSAL_UNKNOWN'
  | 1
  | 'ACCOUNT_REFUSAL_STALE'
  | 2
  | 'ACCOUNT_REFUSAL_FORBIDDEN'
  | 3;

export type AccountRefusal__Output = (typeof AccountRefusal)[keyof typeof AccountRefusal];
