// Original file: proto/gatehouse/host/v1/admin_view.proto

export const ViewRefusal = {
  VIEW_REFUSAL_UNSPECIFIED: 'VIEW_REFUSAL_UNSPECIFIED',
  VIEW_REFUSAL_UNKNOWN: 'VIEW_REFUSAL_UNKNOWN',
  VIEW_REFUSAL_STALE: 'VIEW_REFUSAL_STALE',
  VIEW_REFUSAL_FORBIDDEN: 'VIEW_REFUSAL_FORBIDDEN',
  VIEW_REFUSAL_TOO_MANY: 'VIEW_REFUSAL_TOO_MANY',
} as const;

export type ViewRefusal =
  | 'VIEW_REFUSAL_UNSPECIFIED'
  | 0
  | 'VIEW_REFUSAL_UNKNOWN'
  | 1
  | 'VIEW_REFUSAL_STALE'
  | 2
  | 'VIEW_REFUSAL_FORBIDDEN'
  | 3
  | 'VIEW_REFUSAL_TOO_MANY'
  | 4;

export type ViewRefusal__Output = (typeof ViewRefusal)[keyof typeof ViewRefusal];
