// Original file: proto/gatehouse/host/v1/admin_registration.proto

import type {
  AdminColumnType as _gatehouse_host_v1_AdminColumnType,
  AdminColumnType__Output as _gatehouse_host_v1_AdminColumnType__Output,
} from '../../../gatehouse/host/v1/AdminColumnType.js';
import type {
  Cell as _gatehouse_host_v1_Cell,
  Cell__Output as _gatehouse_host_v1_Cell__Output,
} from '../../../gatehouse/host/v1/Cell.js';
import type { Long } from '@grpc/proto-loader';

export interface AdminColumn {
  name?: string;
  type?: _gatehouse_host_v1_AdminColumnType;
  nullable?: boolean;
  protected?: boolean;
  maxLength?: number;
  precision?: number;
  scale?: number;
  minimum?: number | string | Long;
  maximum?: number | string | Long;
  default?: _gatehouse_host_v1_Cell | null;
  _maxLength?: 'maxLength';
  _precision?: 'precision';
  _scale?: 'scale';
  _minimum?: 'minimum';
  _maximum?: 'maximum';
}

export interface AdminColumn__Output {
  name: string;
  type: _gatehouse_host_v1_AdminColumnType__Output;
  nullable: boolean;
  protected: boolean;
  maxLength?: number;
  precision?: number;
  scale?: number;
  minimum?: string;
  maximum?: string;
  default: _gatehouse_host_v1_Cell__Output | null;
  _maxLength?: 'maxLength';
  _precision?: 'precision';
  _scale?: 'scale';
  _minimum?: 'minimum';
  _maximum?: 'maximum';
}
