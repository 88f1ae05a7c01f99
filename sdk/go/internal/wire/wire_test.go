package wire

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestDecodesProto3JSON(t *testing.T) {
	hash := strings.Repeat("_-", 16)
	want := TransactRequest{Operations: []Operation{{CreateClient: &CreateClient{
		Cap: 5,
		Client: &Client{
			ClientID:                "a",
			TokenEndpointAuthMethod: AuthMethodClientSecretPost,
			SecretHash:              Bytes(decoded(t, hash)),
			RegisteredAt:            &Timestamp{Seconds: 1_700_000_000, Nanos: 123_000_000},
			MetadataJSON:            `{"software_id":"x"}`,
		},
	}}}}
	for name, text := range map[string]string{
		"names in lowerCamelCase": `{"operations":[{"createClient":{"cap":5,"client":{"clientId":"a",
			"tokenEndpointAuthMethod":"TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST","secretHash":"` + hash + `",
			"registeredAt":"2023-11-14T22:13:20.123Z","metadataJson":"{\"software_id\":\"x\"}"}}}]}`,
		"names of the .proto file": `{"operations":[{"create_client":{"cap":"5","client":{"client_id":"a",
			"token_endpoint_auth_method":2,"secret_hash":"` + strings.NewReplacer("_", "/", "-", "+").Replace(hash) + `",
			"registered_at":"2023-11-15T00:13:20.123000000+02:00","metadata_json":"{\"software_id\":\"x\"}"}}}]}`,
		"unknown members and nulls": `{"later":{"a":[1]},"operations":[{"createClient":{"cap":5.0,"client":{"clientId":"a",
			"clientName":null,"scopes":null,"tokenEndpointAuthMethod":2,"secretHash":"` + hash + `",
			"registeredAt":"2023-11-14T22:13:20.123Z","consentedAt":null,"metadataJson":"{\"software_id\":\"x\"}"}}}]}`,
	} {
		var got TransactRequest
		if err := DecodeJSON([]byte(text), &got); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v", name, got.Operations[0].CreateClient.Client)
		}
	}
}

func decoded(t *testing.T, text string) []byte {
	t.Helper()
	var value Bytes
	if err := json.Unmarshal([]byte(`"`+text+`"`), &value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestRejectsOtherJSONWithoutRepeatingValues(t *testing.T) {
	for _, text := range []string{
		``, `[]`, `{`, `{} {}`, "{\"operations\":[{\"findClient\":{\"clientId\":\"\xff\"}}]}",
		`{"operations":{}}`,
		`{"operations":[{"findClient":{"clientId":5}}]}`,
		`{"operations":[{"findCode":{"codeHash":"secret*"}}]}`,
		`{"operations":[{"findCode":{"codeHash":7}}]}`,
		`{"operations":[{"createClient":{"cap":-1}}]}`,
		`{"operations":[{"createClient":{"cap":4294967296}}]}`,
		`{"operations":[{"createClient":{"cap":1.5}}]}`,
		`{"operations":[{"createClient":{"cap":true}}]}`,
		`{"operations":[{"createClient":{"client":{"tokenEndpointAuthMethod":"NONE"}}}]}`,
		`{"operations":[{"stampConsent":{"at":"2023-11-14"}}]}`,
		`{"operations":[{"stampConsent":{"at":1700000000}}]}`,
		`{"operations":[{"stampConsent":{"at":"2023-11-14T22:13:20,5Z"}}]}`,
	} {
		err := DecodeJSON([]byte(text), &TransactRequest{})
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

func TestEncodesProto3JSON(t *testing.T) {
	at := time.Date(2026, 11, 22, 1, 2, 3, 4_000_000, time.UTC)
	minute, hash := Duration(90*time.Second+5*time.Millisecond), Bytes{0xfb, 0xff}
	for want, message := range map[string]interface{}{
		`{"committed":{"results":[{"findClient":{}},{"stampConsent":{}},{"createClient":{"clientCount":7}}]}}`: &TransactResponse{
			Committed: &Committed{Results: []OperationResult{
				{FindClient: &FindClientResult{}}, {StampConsent: &Empty{}}, {CreateClient: &CreateClientResult{ClientCount: 7}},
			}},
		},
		`{"aborted":{"operationIndex":1,"reason":"ABORT_REASON_CODE_NOT_FOUND"}}`: &TransactResponse{
			Aborted: &Aborted{OperationIndex: 1, Reason: "ABORT_REASON_CODE_NOT_FOUND"},
		},
		`{"codeHash":"+/8=","issuedAt":"2026-11-22T01:02:03.004Z"}`: &Code{CodeHash: hash, IssuedAt: TimestampOf(at)},
		`{"issuer":"https://a","tokenEndpointAuthMethodsSupported":["TOKEN_ENDPOINT_AUTH_METHOD_NONE"],"codeTtl":"90.005s"}`: &OAuthOptions{
			Issuer: "https://a", TokenEndpointAuthMethodsSupported: []AuthMethod{AuthMethodNone}, CodeTTL: &minute,
		},
	} {
		got, err := JSON.Encode(message)
		if err != nil || string(got) != want {
			t.Errorf("got %s, %v; want %s", got, err, want)
		}
	}
}

func TestTimestampsHaveMillisecondsAndARange(t *testing.T) {
	exact, ok := (Timestamp{Seconds: -1, Nanos: 999_999_999}).Time()
	if !ok || exact.UnixMilli() != -1 {
		t.Errorf("got %v, %v", exact, ok)
	}
	for _, timestamp := range []Timestamp{{Seconds: firstSecond - 1}, {Seconds: lastSecond + 1}, {Nanos: -1}, {Nanos: 1e9}} {
		if _, ok := timestamp.Time(); ok {
			t.Errorf("%+v is in range", timestamp)
		}
	}
}
