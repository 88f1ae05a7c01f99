package main

import (
	"context"

	pb "gatehouse/hostv1"
)

type hostService struct {
	pb.UnimplementedHostServiceServer
	issuer string
}

func (h *hostService) Describe(context.Context, *pb.DescribeRequest) (*pb.DescribeResponse, error) {
	return &pb.DescribeResponse{
		ProtocolVersion: 1,
		ApplicationName: "Go host",
		Capabilities:    []pb.Capability{pb.Capability_CAPABILITY_BACKEND, pb.Capability_CAPABILITY_TRANSACT_STREAM},
		Oauth:           &pb.OAuthOptions{Issuer: h.issuer, Resource: h.issuer + "/mcp"},
	}, nil
}
