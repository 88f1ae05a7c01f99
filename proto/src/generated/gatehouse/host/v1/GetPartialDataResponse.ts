// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  ViewValue as _gatehouse_host_v1_ViewValue,
  ViewValue__Output as _gatehouse_host_v1_ViewValue__Output,
} from '../../../gatehouse/host/v1/ViewValue.js';
import type {
  RecordNotFound as _gatehouse_host_v1_RecordNotFound,
  RecordNotFound__Output as _gatehouse_host_v1_RecordNotFound__Output,
} from '../../../gatehouse/host/v1/RecordNotFound.js';

export interface GetPartialDataResponse {
  data?: _gatehouse_host_v1_ViewValue | null;
  notFound?: _gatehouse_host_v1_RecordNotFound | null;
  outcome?: 'data' | 'notFound';
}

export interface GetPartialDataResponse__Output {
  data?: _gatehouse_host_v1_ViewValue__Output | null;
  notFound?: _gatehouse_host_v1_RecordNotFound__Output | null;
  outcome?: 'data' | 'notFound';
}
