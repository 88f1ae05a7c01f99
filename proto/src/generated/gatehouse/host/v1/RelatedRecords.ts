// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  RelatedRecord as _gatehouse_host_v1_RelatedRecord,
  RelatedRecord__Output as _gatehouse_host_v1_RelatedRecord__Output,
} from '../../../gatehouse/host/v1/RelatedRecord.js';

export interface RelatedRecords {
  records?: _gatehouse_host_v1_RelatedRecord[];
  hasMore?: boolean;
}

export interface RelatedRecords__Output {
  records: _gatehouse_host_v1_RelatedRecord__Output[];
  hasMore: boolean;
}
