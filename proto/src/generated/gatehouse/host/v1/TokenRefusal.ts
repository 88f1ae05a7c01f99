// Original file: proto/gatehouse/host/v1/admin_directory.proto

export const TokenRefusal = {
  TOKEN_REFUSAL_UNSPECIFIED: 'TOKEN_REFUSAL_UNSPECIFIED',
  TOKEN_REFUSAL_UNKNOWN: 'TOKEN_REFUSAL_UNKNOWN',
  TOKEN_REFUSAL_STALE: 'TOKEN_REFUSAL_STALE',
  TOKEN_REFUSAL_BLACKLISTED: 'TOKEN_REFUSAL_BLACKLISTED',
} as const;

export type TokenRefusal =
  | 'TOKEN_REFUSAL_UNSPECIFIED'
  | 0
  | 'TOKEN_REFUSAL_UNKNOWN'
  | 1
  | 'TOKEN_REFUSAL_STALE'
  | 2
  | 'TOKEN_REFUSAL_BLACKLISTED'
  | 3;

export type TokenRefusal__Output = (typeof TokenRefusal)[keyof typeof TokenRefusal];
