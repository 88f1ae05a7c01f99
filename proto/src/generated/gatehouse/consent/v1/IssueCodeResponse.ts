// Original file: proto/gatehouse/consent/v1/consent.proto

import type {
  ConsentError as _gatehouse_consent_v1_ConsentError,
  ConsentError__Output as _gatehouse_consent_v1_ConsentError__Output,
} from '../../../gatehouse/consent/v1/ConsentError.js';

export interface IssueCodeResponse {
  redirectUrl?: string;
  error?: _gatehouse_consent_v1_ConsentError;
  outcome?: 'redirectUrl' | 'error';
}

export interface IssueCodeResponse__Output {
  redirectUrl?: string;
  error?: _gatehouse_consent_v1_ConsentError__Output;
  outcome?: 'redirectUrl' | 'error';
}
