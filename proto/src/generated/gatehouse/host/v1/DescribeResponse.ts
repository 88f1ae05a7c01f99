// Original file: proto/gatehouse/host/v1/host.proto

import type {
  Capability as _gatehouse_host_v1_Capability,
  Capability__Output as _gatehouse_host_v1_Capability__Output,
} from '../../../gatehouse/host/v1/Capability.js';
import type {
  OAuthOptions as _gatehouse_host_v1_OAuthOptions,
  OAuthOptions__Output as _gatehouse_host_v1_OAuthOptions__Output,
} from '../../../gatehouse/host/v1/OAuthOptions.js';
import type {
  AdminRegistration as _gatehouse_host_v1_AdminRegistration,
  AdminRegistration__Output as _gatehouse_host_v1_AdminRegistration__Output,
} from '../../../gatehouse/host/v1/AdminRegistration.js';
import type {
  StreamSocket as _gatehouse_host_v1_StreamSocket,
  StreamSocket__Output as _gatehouse_host_v1_StreamSocket__Output,
} from '../../../gatehouse/host/v1/StreamSocket.js';

export interface DescribeResponse {
  protocolVersion?: number;
  applicationName?: string;
  capabilities?: _gatehouse_host_v1_Capability[];
  oauth?: _gatehouse_host_v1_OAuthOptions | null;
  admin?: _gatehouse_host_v1_AdminRegistration | null;
  streamSocket?: _gatehouse_host_v1_StreamSocket | null;
}

export interface DescribeResponse__Output {
  protocolVersion: number;
  applicationName: string;
  capabilities: _gatehouse_host_v1_Capability__Output[];
  oauth: _gatehouse_host_v1_OAuthOptions__Output | null;
  admin: _gatehouse_host_v1_AdminRegistration__Output | null;
  streamSocket: _gatehouse_host_v1_StreamSocket__Output | null;
}
