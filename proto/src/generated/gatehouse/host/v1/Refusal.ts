// Original file: proto/gatehouse/host/v1/admin_record.proto

export interface Refusal {
  message?: string;
}

export interface Refusal__Output {
  message: string;
}
