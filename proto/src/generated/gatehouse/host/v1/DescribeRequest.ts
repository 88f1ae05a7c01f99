// Original file: proto/gatehouse/host/v1/host.proto

export interface DescribeRequest {
  gatehouseVersion?: string;
  protocolVersion?: number;
}

export interface DescribeRequest__Output {
  gatehouseVersion: string;
  protocolVersion: number;
}
