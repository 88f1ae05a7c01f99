// Original file: proto/gatehouse/host/v1/backend.proto

export interface StampConsentResult {}

export interface StampConsentResult__Output {}
