/** A google.protobuf.FileDescriptorSet of the contract in base64 (json.ts). `make build` writes the module from the .proto files. */
export const FILE_DESCRIPTORS: string;
