// Original file: proto/gatehouse/host/v1/host.proto

export const Capability = {
  CAPABILITY_UNSPECIFIED: 'CAPABILITY_UNSPECIFIED',
  CAPABILITY_BACKEND: 'CAPABILITY_BACKEND',
  CAPABILITY_TRANSACT_STREAM: 'CAPABILITY_TRANSACT_STREAM',
  CAPABILITY_SIGN_IN: 'CAPABILITY_SIGN_IN',
  CAPABILITY_ADMIN: 'CAPABILITY_ADMIN',
} as const;

export type Capability =
  | 'CAPABILITY_UNSPECIFIED'
  | 0
  | 'CAPABILITY_BACKEND'
  | 1
  | 'CAPABILITY_TRANSACT_STREAM'
  | 2
  | 'CAPABILITY_SIGN_IN'
  | 3
  | 'CAPABILITY_ADMIN'
  | 4;

export type Capability__Output = (typeof Capability)[keyof typeof Capability];
