// Original file: proto/gatehouse/host/v1/admin_record.proto

export interface InvalidField {
  field?: string;
  messages?: string[];
}

export interface InvalidField__Output {
  field: string;
  messages: string[];
}
