"""The ready stores, on SQLite and PostgreSQL. The tables are those of Gatehouse's TypeScript SDK."""
