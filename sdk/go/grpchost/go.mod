module gatehouse.dev/host/grpchost

go 1.19

require (
	gatehouse.dev/host v0.0.0
	google.golang.org/grpc v1.33.3
	google.golang.org/protobuf v1.28.1
)

replace gatehouse.dev/host => ../
