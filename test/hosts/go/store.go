package main

import (
	"context"
	"time"

	pb "gatehouse/hostv1"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// store is the application's database. It runs one transaction at a time, with an undo log.
type store struct {
	// A lock that supports waiting with a deadline.
	turn          chan struct{}
	clients       map[string]*pb.Client
	codes         map[string]*pb.Code
	refreshTokens map[string]*pb.RefreshToken
	// By the SHA-256 of the token.
	accessTokens map[string]accessToken
	// Kept permanently: nothing may ever be added to a revoked lineage.
	revokedLineages map[string]bool
}

func newStore() *store {
	return &store{
		turn:            make(chan struct{}, 1),
		clients:         map[string]*pb.Client{},
		codes:           map[string]*pb.Code{},
		refreshTokens:   map[string]*pb.RefreshToken{},
		accessTokens:    map[string]accessToken{},
		revokedLineages: map[string]bool{},
	}
}

type transaction struct {
	*store
	now  time.Time
	undo []func()
}

// abort ends a transaction: with a failed precondition, which is an outcome, or with a fault.
type abort struct {
	reason       pb.AbortReason
	publicReason string
	fault        error
}

// Gatehouse never sends a hash twice; the stored row stays.
func storedTwice() *abort {
	return &abort{fault: status.Error(codes.Internal, "the hash is stored already")}
}

// Messages in the maps are immutable: an update puts a changed copy.
func put[V any](t *transaction, table map[string]V, key string, value V) {
	t.remember(restore(table, key))
	table[key] = value
}

func remove[V any](t *transaction, table map[string]V, key string) {
	t.remember(restore(table, key))
	delete(table, key)
}

func restore[V any](table map[string]V, key string) func() {
	before, existed := table[key]
	return func() {
		if existed {
			table[key] = before
		} else {
			delete(table, key)
		}
	}
}

func (t *transaction) remember(undo func()) {
	t.undo = append(t.undo, undo)
}

func (t *transaction) rollBack() {
	for n := len(t.undo) - 1; n >= 0; n-- {
		t.undo[n]()
	}
}

func (s *store) transact(ctx context.Context, operations []*pb.Operation) (*pb.TransactResponse, error) {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, status.FromContextError(ctx.Err()).Err()
	}
	defer func() { <-s.turn }()

	t := &transaction{store: s, now: time.Now()}
	results := make([]*pb.OperationResult, 0, len(operations))
	for index, operation := range operations {
		result, aborted := t.run(operation)
		if aborted != nil {
			t.rollBack()
			if aborted.fault != nil {
				return nil, aborted.fault
			}
			return &pb.TransactResponse{Outcome: &pb.TransactResponse_Aborted{Aborted: &pb.Aborted{
				OperationIndex: uint32(index),
				Reason:         aborted.reason,
				PublicReason:   aborted.publicReason,
			}}}, nil
		}
		results = append(results, result)
	}
	if err := expired(ctx); err != nil {
		t.rollBack()
		return nil, err
	}
	return &pb.TransactResponse{Outcome: &pb.TransactResponse_Committed{Committed: &pb.Committed{Results: results}}}, nil
}

// The timer behind ctx may be late, so the clock decides.
func expired(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return status.FromContextError(err).Err()
	}
	if deadline, ok := ctx.Deadline(); ok && !time.Now().Before(deadline) {
		return status.Error(codes.DeadlineExceeded, "the deadline passed before the commit")
	}
	return nil
}
