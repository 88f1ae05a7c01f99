package wire

import "encoding/json"

// Codec is an encoding of the messages of this package.
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

func (jsonCodec) Decode(text []byte, message interface{}) error { return DecodeJSON(text, message) }

func (jsonCodec) Encode(message interface{}) ([]byte, error) { return json.Marshal(message) }
