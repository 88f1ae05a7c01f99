// Original file: proto/gatehouse/consent/v1/consent.proto

import type {
  TokenEndpointAuthMethod as _gatehouse_host_v1_TokenEndpointAuthMethod,
  TokenEndpointAuthMethod__Output as _gatehouse_host_v1_TokenEndpointAuthMethod__Output,
} from '../../../gatehouse/host/v1/TokenEndpointAuthMethod.js';

export interface GenerateCredentialsRequest {
  tokenEndpointAuthMethod?: _gatehouse_host_v1_TokenEndpointAuthMethod;
}

export interface GenerateCredentialsRequest__Output {
  tokenEndpointAuthMethod: _gatehouse_host_v1_TokenEndpointAuthMethod__Output;
}
