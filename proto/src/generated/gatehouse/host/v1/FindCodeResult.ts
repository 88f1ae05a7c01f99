// Original file: proto/gatehouse/host/v1/backend.proto

import type {
  Code as _gatehouse_host_v1_Code,
  Code__Output as _gatehouse_host_v1_Code__Output,
} from '../../../gatehouse/host/v1/Code.js';

export interface FindCodeResult {
  code?: _gatehouse_host_v1_Code | null;
}

export interface FindCodeResult__Output {
  code: _gatehouse_host_v1_Code__Output | null;
}
