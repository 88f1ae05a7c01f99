// Original file: proto/gatehouse/consent/v1/consent.proto

import type {
  PendingRequestView as _gatehouse_consent_v1_PendingRequestView,
  PendingRequestView__Output as _gatehouse_consent_v1_PendingRequestView__Output,
} from '../../../gatehouse/consent/v1/PendingRequestView.js';
import type {
  ConsentError as _gatehouse_consent_v1_ConsentError,
  ConsentError__Output as _gatehouse_consent_v1_ConsentError__Output,
} from '../../../gatehouse/consent/v1/ConsentError.js';

export interface PendingRequestResponse {
  pendingRequest?: _gatehouse_consent_v1_PendingRequestView | null;
  error?: _gatehouse_consent_v1_ConsentError;
  outcome?: 'pendingRequest' | 'error';
}

export interface PendingRequestResponse__Output {
  pendingRequest?: _gatehouse_consent_v1_PendingRequestView__Output | null;
  error?: _gatehouse_consent_v1_ConsentError__Output;
  outcome?: 'pendingRequest' | 'error';
}
