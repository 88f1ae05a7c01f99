// Original file: proto/gatehouse/host/v1/admin_bulk.proto

import type {
  ImportedRecords as _gatehouse_host_v1_ImportedRecords,
  ImportedRecords__Output as _gatehouse_host_v1_ImportedRecords__Output,
} from '../../../gatehouse/host/v1/ImportedRecords.js';
import type {
  RefusedRecords as _gatehouse_host_v1_RefusedRecords,
  RefusedRecords__Output as _gatehouse_host_v1_RefusedRecords__Output,
} from '../../../gatehouse/host/v1/RefusedRecords.js';
import type {
  Refusal as _gatehouse_host_v1_Refusal,
  Refusal__Output as _gatehouse_host_v1_Refusal__Output,
} from '../../../gatehouse/host/v1/Refusal.js';

export interface ImportRecordsResponse {
  imported?: _gatehouse_host_v1_ImportedRecords | null;
  refusedRecords?: _gatehouse_host_v1_RefusedRecords | null;
  refused?: _gatehouse_host_v1_Refusal | null;
  outcome?: 'imported' | 'refusedRecords' | 'refused';
}

export interface ImportRecordsResponse__Output {
  imported?: _gatehouse_host_v1_ImportedRecords__Output | null;
  refusedRecords?: _gatehouse_host_v1_RefusedRecords__Output | null;
  refused?: _gatehouse_host_v1_Refusal__Output | null;
  outcome?: 'imported' | 'refusedRecords' | 'refused';
}
