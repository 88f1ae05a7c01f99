// Original file: proto/gatehouse/host/v1/admin_record.proto

export const AdminScope = {
  ADMIN_SCOPE_UNSPECIFIED: 'ADMIN_SCOPE_UNSPECIFIED',
  ADMIN_SCOPE_LIST: 'ADMIN_SCOPE_LIST',
  ADMIN_SCOPE_FORM: 'ADMIN_SCOPE_FORM',
} as const;

export type AdminScope = 'ADMIN_SCOPE_UNSPECIFIED' | 0 | 'ADMIN_SCOPE_LIST' | 1 | 'ADMIN_SCOPE_FORM' | 2;

export type AdminScope__Output = (typeof AdminScope)[keyof typeof AdminScope];
