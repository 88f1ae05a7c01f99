package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"sync"
	"unicode/utf8"

	pb "gatehouse/hostv1"
	options "gatehouse/optionsv1"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// Checks all operations before the first one runs, by the rules that the contract states as options of its fields.
func checkRequest(request *pb.TransactRequest) error {
	for index, operation := range request.GetOperations() {
		if operation.GetOperation() == nil {
			return status.Errorf(codes.Unimplemented, "operations[%d]: an operation that this host does not know", index)
		}
	}
	if problem := problemOf(request.ProtoReflect()); problem != "" {
		return malformed("%s", problem)
	}
	for index, operation := range request.GetOperations() {
		if client := operation.GetCreateClient().GetClient(); client != nil {
			if problem := problemOfClient(client); problem != "" {
				return malformed("operations[%d].create_client.client.%s", index, problem)
			}
		}
	}
	return nil
}

// Rules that only the comments of Client have.
func problemOfClient(client *pb.Client) string {
	isPublic := client.GetTokenEndpointAuthMethod() == pb.TokenEndpointAuthMethod_TOKEN_ENDPOINT_AUTH_METHOD_NONE
	if isPublic != (len(client.GetSecretHash()) == 0) {
		return "secret_hash must be empty for public clients, and only for them"
	}
	var object map[string]json.RawMessage
	text := client.GetMetadataJson()
	return either(text != "" && (json.Unmarshal([]byte(text), &object) != nil || object == nil), "metadata_json is not a JSON object")
}

// The path of the first field that breaks a rule, with the reason; empty if there is none.
func problemOf(message protoreflect.Message) string {
	if moment, ok := message.Interface().(*timestamppb.Timestamp); ok {
		if !moment.IsValid() {
			return " is not a moment"
		}
		return ""
	}
	fields := message.Descriptor().Fields()
	for i := 0; i < fields.Len(); i++ {
		field := fields.Get(i)
		if field.ContainingOneof() != nil && !message.Has(field) {
			continue
		}
		rules, _ := proto.GetExtension(field.Options(), options.E_Rules).(*options.FieldRules)
		problem := ""
		if field.IsList() {
			problem = problemOfList(field, rules, message.Get(field).List())
		} else if field.Message() != nil && !message.Has(field) {
			problem = either(rules.GetRequired(), " is missing")
		} else {
			problem = problemOfValue(field, rules, message.Get(field))
		}
		if problem != "" {
			return string(field.Name()) + problem
		}
	}
	return ""
}

func problemOfList(field protoreflect.FieldDescriptor, rules *options.FieldRules, list protoreflect.List) string {
	if list.Len() == 0 {
		return either(rules.GetRequired(), " is empty")
	}
	if most := rules.GetMaxItems(); most > 0 && list.Len() > int(most) {
		return fmt.Sprintf(" has more than %d items", most)
	}
	for i := 0; i < list.Len(); i++ {
		if problem := problemOfValue(field, rules.GetItems(), list.Get(i)); problem != "" {
			return fmt.Sprintf("[%d]%s", i, problem)
		}
	}
	return ""
}

// Numbers and lists without repetition have no rules in the messages of Transact.
func problemOfValue(field protoreflect.FieldDescriptor, rules *options.FieldRules, value protoreflect.Value) string {
	switch field.Kind() {
	case protoreflect.StringKind:
		return problemOfText(rules, value.String())
	case protoreflect.BytesKind:
		length := uint32(len(value.Bytes()))
		if length == 0 {
			return either(rules.GetRequired(), " is empty")
		}
		return either(length < rules.GetMinBytes() || rules.GetMaxBytes() > 0 && length > rules.GetMaxBytes(), " has the wrong length")
	case protoreflect.EnumKind:
		number := value.Enum()
		return either(rules.GetRequired() && (number == 0 || field.Enum().Values().ByNumber(number) == nil), " is not a known value")
	case protoreflect.MessageKind:
		message := value.Message()
		for _, name := range rules.GetAbsent() {
			if message.Has(message.Descriptor().Fields().ByName(protoreflect.Name(name))) {
				return "." + name + " must be empty"
			}
		}
		if problem := problemOf(message); problem != "" {
			return either(problem[0] != ' ', ".") + problem
		}
	}
	return ""
}

func problemOfText(rules *options.FieldRules, text string) string {
	switch {
	case text == "":
		return either(rules.GetRequired(), " is empty")
	case rules.GetMaxCharacters() > 0 && utf8.RuneCountInString(text) > int(rules.GetMaxCharacters()):
		return fmt.Sprintf(" has more than %d characters", rules.GetMaxCharacters())
	case rules.GetMaxBytes() > 0 && len(text) > int(rules.GetMaxBytes()):
		return fmt.Sprintf(" has more than %d bytes", rules.GetMaxBytes())
	case rules.GetPattern() != "" && !compiled(rules.GetPattern()).MatchString(text):
		return " does not match " + rules.GetPattern()
	}
	return ""
}

var patterns sync.Map

func compiled(pattern string) *regexp.Regexp {
	if found, ok := patterns.Load(pattern); ok {
		return found.(*regexp.Regexp)
	}
	expression := regexp.MustCompile("^(?:" + pattern + ")$")
	patterns.Store(pattern, expression)
	return expression
}

func either(wrong bool, problem string) string {
	if wrong {
		return problem
	}
	return ""
}
