// Original file: proto/gatehouse/host/v1/admin_query.proto

export const AdminSearchMode = {
  ADMIN_SEARCH_MODE_UNSPECIFIED: 'ADMIN_SEARCH_MODE_UNSPECIFIED',
  ADMIN_SEARCH_MODE_ALL: 'ADMIN_SEARCH_MODE_ALL',
  ADMIN_SEARCH_MODE_ANY: 'ADMIN_SEARCH_MODE_ANY',
} as const;

export type AdminSearchMode =
  | 'ADMIN_SEARCH_MODE_UNSPECIFIED'
  | 0
  | 'ADMIN_SEARCH_MODE_ALL'
  | 1
  | 'ADMIN_SEARCH_MODE_ANY'
  | 2;

export type AdminSearchMode__Output = (typeof AdminSearchMode)[keyof typeof AdminSearchMode];
