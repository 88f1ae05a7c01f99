module gatehouse.dev/host/drivertest

go 1.19

require (
	gatehouse.dev/host v0.0.0
	gatehouse.dev/host/admin v0.0.0
	gatehouse.dev/host/grpchost v0.0.0
	github.com/lib/pq v1.10.7
	github.com/mattn/go-sqlite3 v1.14.16
)

replace (
	gatehouse.dev/host => ../
	gatehouse.dev/host/admin => ../admin
	gatehouse.dev/host/grpchost => ../grpchost
)
