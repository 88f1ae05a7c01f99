// Original file: proto/gatehouse/host/v1/admin_second_factor.proto

import type {
  SecondFactor as _gatehouse_host_v1_SecondFactor,
  SecondFactor__Output as _gatehouse_host_v1_SecondFactor__Output,
} from '../../../gatehouse/host/v1/SecondFactor.js';

export interface GetSecondFactorResponse {
  secondFactor?: _gatehouse_host_v1_SecondFactor | null;
}

export interface GetSecondFactorResponse__Output {
  secondFactor: _gatehouse_host_v1_SecondFactor__Output | null;
}
