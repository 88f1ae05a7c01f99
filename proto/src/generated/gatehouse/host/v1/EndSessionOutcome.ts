// Original file: proto/gatehouse/host/v1/admin_session.proto

export const EndSessionOutcome = {
  END_SESSION_OUTCOME_UNSPECIFIED: 'END_SESSION_OUTCOME_UNSPECIFIED',
  END_SESSION_OUTCOME_ENDED: 'END_SESSION_OUTCOME_ENDED',
  END_SESSION_OUTCOME_UNKNOWN: 'END_SESSION_OUTCOME_UNKNOWN',
  END_SESSION_OUTCOME_FORBIDDEN: 'END_SESSION_OUTCOME_FORBIDDEN',
} as const;

export type EndSessionOutcome =
  | 'END_SESSION_OUTCOME_UNSPECIFIED'
  | 0
  | 'END_SESSION_OUTCOME_ENDED'
  | 1
  | 'END_SESSION_OUTCOME_UNKNOWN'
  | 2
  | 'END_SESSION_OUTCOME_FORBIDDEN'
  | 3;

export type EndSessionOutcome__Output = (typeof EndSessionOutcome)[keyof typeof EndSessionOutcome];
