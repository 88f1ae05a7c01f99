module gatehouse.test/oracle

go 1.19
