// Original file: proto/gatehouse/host/v1/admin_record.proto

import type {
  OptionChoice as _gatehouse_host_v1_OptionChoice,
  OptionChoice__Output as _gatehouse_host_v1_OptionChoice__Output,
} from '../../../gatehouse/host/v1/OptionChoice.js';

export interface ListOptionsResponse {
  options?: _gatehouse_host_v1_OptionChoice[];
  hasMore?: boolean;
}

export interface ListOptionsResponse__Output {
  options: _gatehouse_host_v1_OptionChoice__Output[];
  hasMore: boolean;
}
