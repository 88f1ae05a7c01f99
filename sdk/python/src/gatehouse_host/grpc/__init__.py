"""The gRPC transport (extra ``grpc``): a server for the host, and a channel for ConsentClient."""
