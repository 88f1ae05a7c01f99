// Original file: proto/gatehouse/host/v1/admin_account.proto

export const SetPreferenceOutcome = {
  SET_PREFERENCE_OUTCOME_UNSPECIFIED: 'SET_PREFERENCE_OUTCOME_UNSPECIFIED',
  SET_PREFERENCE_OUTCOME_STORED: 'SET_PREFERENCE_OUTCOME_STORED',
  SET_PREFERENCE_OUTCOME_UNKNOWN: 'SET_PREFERENCE_OUTCOME_UNKNOWN',
  SET_PREFERENCE_OUTCOME_TOO_MANY: 'SET_PREFERENCE_OUTCOME_TOO_MANY',
} as const;

export type SetPreferenceOutcome =
  | 'SET_PREFERENCE_OUTCOME_UNSPECIFIED'
  | 0
  | 'SET_PREFERENCE_OUTCOME_STORED'
  | 1
  | 'SET_PREFERENCE_OUTCOME_UNKNOWN'
  | 2
  | 'SET_PREFERENCE_OUTCOME_TOO_MANY'
  | 3;

export type SetPreferenceOutcome__Output = (typeof SetPreferenceOutcome)[keyof typeof SetPreferenceOutcome];
