// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  RelatedRecords as _gatehouse_host_v1_RelatedRecords,
  RelatedRecords__Output as _gatehouse_host_v1_RelatedRecords__Output,
} from '../../../gatehouse/host/v1/RelatedRecords.js';
import type { Long } from '@grpc/proto-loader';

export interface RelationValue {
  related?: _gatehouse_host_v1_RelatedRecords | null;
  count?: number | string | Long;
  value?: 'related' | 'count';
}

export interface RelationValue__Output {
  related?: _gatehouse_host_v1_RelatedRecords__Output | null;
  count?: string;
  value?: 'related' | 'count';
}
