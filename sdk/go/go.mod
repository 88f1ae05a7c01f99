module gatehouse.dev/host

go 1.19
