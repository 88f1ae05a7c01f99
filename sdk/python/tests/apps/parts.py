"""The host of the test applications, on SQLAlchemy: DATABASE_URL, ORIGIN, GATEHOUSE_HOST__TOKEN."""

import os

from databases import open_engine

from gatehouse_host import Host, MintRefused, OAuth, OpaqueTokens, SqlBackend, migrate

engine = open_engine()
migrate(engine)
tokens = OpaqueTokens(engine)
backend = SqlBackend(engine, tokens)


@tokens.before_mint
def allowed(tx, request):
    if request.user_id == "deactivated":
        raise MintRefused("this account is deactivated")


origin = os.environ.get("ORIGIN", "http://127.0.0.1:8080")
host = Host("Python", oauth=OAuth(issuer=origin, resource=f"{origin}/mcp"), backend=backend)
