// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  ActionResult as _gatehouse_host_v1_ActionResult,
  ActionResult__Output as _gatehouse_host_v1_ActionResult__Output,
} from '../../../gatehouse/host/v1/ActionResult.js';
import type {
  RecordNotFound as _gatehouse_host_v1_RecordNotFound,
  RecordNotFound__Output as _gatehouse_host_v1_RecordNotFound__Output,
} from '../../../gatehouse/host/v1/RecordNotFound.js';
import type {
  InvalidFields as _gatehouse_host_v1_InvalidFields,
  InvalidFields__Output as _gatehouse_host_v1_InvalidFields__Output,
} from '../../../gatehouse/host/v1/InvalidFields.js';
import type {
  Refusal as _gatehouse_host_v1_Refusal,
  Refusal__Output as _gatehouse_host_v1_Refusal__Output,
} from '../../../gatehouse/host/v1/Refusal.js';

export interface RunActionResponse {
  done?: _gatehouse_host_v1_ActionResult | null;
  notFound?: _gatehouse_host_v1_RecordNotFound | null;
  invalid?: _gatehouse_host_v1_InvalidFields | null;
  refused?: _gatehouse_host_v1_Refusal | null;
  outcome?: 'done' | 'notFound' | 'invalid' | 'refused';
}

export interface RunActionResponse__Output {
  done?: _gatehouse_host_v1_ActionResult__Output | null;
  notFound?: _gatehouse_host_v1_RecordNotFound__Output | null;
  invalid?: _gatehouse_host_v1_InvalidFields__Output | null;
  refused?: _gatehouse_host_v1_Refusal__Output | null;
  outcome?: 'done' | 'notFound' | 'invalid' | 'refused';
}
