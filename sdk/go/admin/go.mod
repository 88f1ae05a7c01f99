module gatehouse.dev/host/admin

go 1.19

require (
	gatehouse.dev/host v0.0.0
	golang.org/x/text v0.7.0
)

replace gatehouse.dev/host => ../
