package wire

import (
	"encoding/json"

	"gatehouse.dev/host/internal/contract"
)

// Codec is an encoding of the messages of this package and of package contract.
type Codec interface {
	// MediaType is the Content-Type: "application/json".
	MediaType() string
	// Decode reads a request of this package. Its error never repeats a value.
	Decode(text []byte, message interface{}) error
	// Encode writes a response of this package.
	Encode(message interface{}) ([]byte, error)
}

// JSON is proto3 JSON.
var JSON Codec = jsonCodec{}

type jsonCodec struct{}

func (jsonCodec) MediaType() string { return "application/json" }

func (jsonCodec) Decode(text []byte, message interface{}) error {
	if admin, ok := message.(contract.Message); ok {
		return contract.DecodeJSON(text, admin)
	}
	return DecodeJSON(text, message)
}

func (jsonCodec) Encode(message interface{}) ([]byte, error) {
	if admin, ok := message.(contract.Message); ok {
		return contract.EncodeJSON(admin)
	}
	return json.Marshal(message)
}
