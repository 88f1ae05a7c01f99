// Code generated from gatehouse/host/v1/backend.proto by generate.py. DO NOT EDIT.

package contract

// StreamClosing announces that the host is ending the stream, as HTTP/2's GOAWAY does for a connection: the host takes
// no more requests, answers those it has taken, and then ends the stream with status OK. Gatehouse resends every
// request in flight that is not listed here, writes included, as a unary call. So list a request as soon as any part of
// it may have run, and ignore every request that arrives after you wrote this message.
type StreamClosing struct {
	// Ids of the requests that the host has taken and not answered yet, in any order. The host answers each of them.
	Taken []uint32
}

var shapeStreamClosing = &Shape{
	Fields: []Field{
		{Number: 1, Name: "taken", JSON: "taken", Kind: Uint32, Repeated: true},
	},
}

// Shape implements Message.
func (*StreamClosing) Shape() *Shape { return shapeStreamClosing }

// Fault is a gRPC status for one transaction or call of a stream.
type Fault struct {
	// A gRPC status code other than OK, as a number: 14 is UNAVAILABLE.
	Code uint32
	// For the log; Gatehouse never shows it to a client.
	Message string
}

var shapeFault = &Shape{
	Fields: []Field{
		{Number: 1, Name: "code", JSON: "code", Kind: Uint32, Rules: &Rules{Minimum: limit(1)}},
		{Number: 2, Name: "message", JSON: "message", Kind: String},
	},
}

// Shape implements Message.
func (*Fault) Shape() *Shape { return shapeFault }
