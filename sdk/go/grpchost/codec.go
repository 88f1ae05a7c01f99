package grpchost

import (
	"errors"
	"fmt"

	pb "gatehouse.dev/host/grpchost/internal/hostv1"
	"gatehouse.dev/host/internal/contract"
	"gatehouse.dev/host/internal/wire"

	"google.golang.org/protobuf/proto"
)

// Codec is binary protobuf for httphost.Options.Codecs.
var Codec wire.Codec = protoCodec{}

type protoCodec struct{}

func (protoCodec) MediaType() string { return "application/proto" }

func (protoCodec) Decode(text []byte, message interface{}) error {
	switch message := message.(type) {
	case *wire.TransactRequest:
		var decoded pb.TransactRequest
		if err := unmarshal(text, &decoded); err != nil {
			return err
		}
		*message = *fromRequest(&decoded)
	case *wire.ResolveUserRequest:
		var decoded pb.ResolveUserRequest
		if err := unmarshal(text, &decoded); err != nil {
			return err
		}
		*message = *fromResolveUser(&decoded)
	case contract.Message:
		return contract.DecodeBinary(text, message)
	default:
		return fmt.Errorf("there is no conversion of %T", message)
	}
	return nil
}

func unmarshal(text []byte, message proto.Message) error {
	if proto.Unmarshal(text, message) != nil {
		return errors.New("it is not valid protobuf")
	}
	return nil
}

func (protoCodec) Encode(message interface{}) ([]byte, error) {
	switch message := message.(type) {
	case contract.Message:
		return contract.EncodeBinary(message), nil
	case *wire.TransactResponse:
		return proto.Marshal(toResponse(message))
	case *wire.DescribeResponse:
		described, err := toDescription(message)
		if err != nil {
			return nil, err
		}
		return proto.Marshal(described)
	case *wire.ResolveUserResponse:
		return proto.Marshal(toResolvedUser(message))
	case *wire.HealthCheckResponse:
		// The field status = 1 with the value SERVING = 1. The generated message of older releases of grpc-go does not
		// implement the current interface of protobuf.
		return []byte{0x08, 0x01}, nil
	default:
		return nil, fmt.Errorf("there is no conversion of %T", message)
	}
}
