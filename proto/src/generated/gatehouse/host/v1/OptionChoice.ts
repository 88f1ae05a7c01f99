// Original file: proto/gatehouse/host/v1/admin_record.proto

export interface OptionChoice {
  value?: string;
  label?: string;
  color?: string;
}

export interface OptionChoice__Output {
  value: string;
  label: string;
  color: string;
}
