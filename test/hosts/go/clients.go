package main

import (
	"time"

	pb "gatehouse/hostv1"

	"google.golang.org/protobuf/proto"
)

const sweepBatch = 1000

func (t *transaction) createClient(o *pb.CreateClient) (*pb.CreateClientResult, *abort) {
	client := o.GetClient()
	before := t.clients[client.GetClientId()]
	if before != nil {
		if !o.GetReplaceExisting() {
			return nil, &abort{reason: pb.AbortReason_ABORT_REASON_CLIENT_ALREADY_EXISTS}
		}
		replaced := proto.Clone(client).(*pb.Client)
		replaced.RegisteredAt = before.RegisteredAt
		replaced.ConsentedAt = before.ConsentedAt
		replaced.RevokedAt = before.RevokedAt
		put(t, t.clients, client.GetClientId(), replaced)
		return &pb.CreateClientResult{ClientCount: t.unrevokedClients()}, nil
	}
	if o.GetCap() > 0 && t.unrevokedClients() >= o.GetCap() {
		oldest := t.oldestUnconsented()
		if !o.GetEvictOldestUnconsented() || oldest == nil {
			return nil, &abort{reason: pb.AbortReason_ABORT_REASON_CLIENT_CAP_REACHED}
		}
		remove(t, t.clients, oldest.GetClientId())
		if t.unrevokedClients() >= o.GetCap() {
			return nil, &abort{reason: pb.AbortReason_ABORT_REASON_CLIENT_CAP_REACHED}
		}
	}
	put(t, t.clients, client.GetClientId(), client)
	return &pb.CreateClientResult{ClientCount: t.unrevokedClients()}, nil
}

func (t *transaction) unrevokedClients() uint32 {
	count := uint32(0)
	for _, client := range t.clients {
		if client.RevokedAt == nil {
			count++
		}
	}
	return count
}

func (t *transaction) oldestUnconsented() *pb.Client {
	var oldest *pb.Client
	for _, client := range t.clients {
		if client.RevokedAt != nil || client.ConsentedAt != nil || !client.SelfRegistered {
			continue
		}
		if oldest == nil || client.RegisteredAt.AsTime().Before(oldest.RegisteredAt.AsTime()) {
			oldest = client
		}
	}
	return oldest
}

func (t *transaction) sweepUnconsentedClients(registeredBefore time.Time) *pb.SweepUnconsentedClientsResult {
	live := t.clientsWithLiveTokens()
	result := &pb.SweepUnconsentedClientsResult{}
	for id, client := range t.clients {
		if result.Removed == sweepBatch {
			break
		}
		old := client.RegisteredAt.AsTime().Before(registeredBefore)
		if client.SelfRegistered && old && client.ConsentedAt == nil && client.RevokedAt == nil && !live[id] {
			remove(t, t.clients, id)
			result.Removed++
		}
	}
	return result
}

func (t *transaction) clientsWithLiveTokens() map[string]bool {
	live := map[string]bool{}
	for _, token := range t.refreshTokens {
		if t.now.Before(token.ExpiresAt.AsTime()) && !t.revokedLineages[token.LineageId] {
			live[token.ClientId] = true
		}
	}
	for _, token := range t.accessTokens {
		if t.isLive(token) {
			live[token.info.ClientId] = true
		}
	}
	return live
}

func (t *transaction) stampConsent(o *pb.StampConsent) *abort {
	client := t.clients[o.GetClientId()]
	if client == nil || client.RevokedAt != nil {
		return &abort{reason: pb.AbortReason_ABORT_REASON_CLIENT_NOT_FOUND}
	}
	if client.ConsentedAt == nil {
		stamped := proto.Clone(client).(*pb.Client)
		stamped.ConsentedAt = o.GetAt()
		put(t, t.clients, client.ClientId, stamped)
	}
	return nil
}
