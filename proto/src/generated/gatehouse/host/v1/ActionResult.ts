// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  FormValue as _gatehouse_host_v1_FormValue,
  FormValue__Output as _gatehouse_host_v1_FormValue__Output,
} from '../../../gatehouse/host/v1/FormValue.js';

export interface ActionResult {
  message?: string;
  fill?: _gatehouse_host_v1_FormValue[];
}

export interface ActionResult__Output {
  message: string;
  fill: _gatehouse_host_v1_FormValue__Output[];
}
