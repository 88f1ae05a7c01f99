// Code generated from gatehouse/host/v1/admin_stream.proto by generate.py. DO NOT EDIT.

package contract

import "time"

// AdminStreamRequest carries calls towards the host. Gatehouse puts calls that are ready at the same moment in one
// message of at most 1 MiB; it sends a longer call as a unary call.
type AdminStreamRequest struct {
	// Empty if the message only cancels calls.
	Calls []*StreamedCall
	// Ids of calls in flight whose caller no longer waits, like the cancellation of a unary call. The host stops their
	// queries and rolls back uncommitted changes. It still answers them, so that their ids become free. It ignores an id
	// that is not in flight.
	Cancelled []uint32
}

var shapeAdminStreamRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "calls", JSON: "calls", Kind: MessageKind, Repeated: true},
		{Number: 2, Name: "cancelled", JSON: "cancelled", Kind: Uint32, Repeated: true},
	},
}

// Shape implements Message.
func (*AdminStreamRequest) Shape() *Shape { return shapeAdminStreamRequest }

// StreamedCall is one call on the stream.
type StreamedCall struct {
	// Matches the answer to the call. Unique among the calls in flight on this stream.
	ID uint32
	// Service and rpc: "AdminRecordService.ListRecords".
	Method string
	// The request message of that rpc, encoded.
	Request []byte
	// Time after receipt when Gatehouse stops waiting.
	Timeout *time.Duration
	// The request id, which a unary call carries as the metadata x-request-id.
	RequestID string
	// W3C trace context, as the metadata traceparent; empty when there is none.
	Traceparent string
	// W3C trace context, as the metadata tracestate; empty when there is none.
	Tracestate string
}

var shapeStreamedCall = &Shape{
	Fields: []Field{
		{Number: 1, Name: "id", JSON: "id", Kind: Uint32},
		{Number: 2, Name: "method", JSON: "method", Kind: String, Rules: &Rules{Required: true}},
		{Number: 3, Name: "request", JSON: "request", Kind: Bytes, Secret: true},
		{Number: 4, Name: "timeout", JSON: "timeout", Kind: Duration, Presence: true},
		{Number: 5, Name: "request_id", JSON: "requestId", Kind: String},
		{Number: 6, Name: "traceparent", JSON: "traceparent", Kind: String},
		{Number: 7, Name: "tracestate", JSON: "tracestate", Kind: String},
	},
}

// Shape implements Message.
func (*StreamedCall) Shape() *Shape { return shapeStreamedCall }

// AdminStreamResponse carries answers back, in any order and grouping. A message stays below 4 MB, the default limit of
// gRPC.
type AdminStreamResponse struct {
	// Empty only in the message that carries `closing`.
	Answers []*StreamedAnswer
	// Set in one message before the host ends the stream; absent otherwise. Optional: without it, the outcome of every
	// call that the end of the stream leaves unanswered is unknown.
	Closing *StreamClosing
}

var shapeAdminStreamResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "answers", JSON: "answers", Kind: MessageKind, Repeated: true},
		{Number: 2, Name: "closing", JSON: "closing", Kind: MessageKind, Presence: true},
	},
}

// Shape implements Message.
func (*AdminStreamResponse) Shape() *Shape { return shapeAdminStreamResponse }

// StreamedAnswer is the result of one call on the stream.
type StreamedAnswer struct {
	// The id of the call.
	ID uint32
	// The response message of the rpc, encoded.
	Response []byte
	// The fault with which a unary call would have failed.
	Fault *Fault
}

var shapeStreamedAnswer = &Shape{
	RequiredOneofs: []string{`outcome`},
	Fields: []Field{
		{Number: 1, Name: "id", JSON: "id", Kind: Uint32},
		{Number: 2, Name: "response", JSON: "response", Kind: Bytes, Presence: true, Oneof: "outcome", Secret: true},
		{Number: 3, Name: "fault", JSON: "fault", Kind: MessageKind, Presence: true, Oneof: "outcome"},
	},
}

// Shape implements Message.
func (*StreamedAnswer) Shape() *Shape { return shapeStreamedAnswer }
