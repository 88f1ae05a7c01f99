"""Acme Notes in Flask: the pages, the MCP endpoint, and the host of Gatehouse."""

import json
import os
import re
from pathlib import Path
from urllib.parse import quote, urlsplit

import models
from flask import Blueprint, Flask, abort, g, redirect, render_template, request, session
from screens import admin_of
from tools import mcp_server

import gatehouse_host as gatehouse

ORIGIN = f"http://localhost:{os.environ.get('DEMO_PORT', '8080')}"
RESOURCE = f"{ORIGIN}/mcp"

models.seed(json.loads((Path(__file__).parent / "../people.json").read_text()))
gatehouse.migrate(models.engine)
tokens = gatehouse.OpaqueTokens(models.engine)
backend = gatehouse.SqlBackend(models.engine, tokens)
# Cursor registers a cursor: URI among others, and one rejected URI fails its whole registration.
oauth = gatehouse.OAuth(issuer=ORIGIN, resource=RESOURCE, private_use_redirect_schemes=["cursor"])
host = gatehouse.Host("Acme Notes", oauth=oauth, backend=backend, admin=admin_of(models.engine))
consent = gatehouse.ConsentClient(os.environ["DEMO_CONSENT_URL"], token=os.environ["DEMO_CONSENT_TOKEN"])
pages = Blueprint("pages", __name__)


@pages.before_request
def recognize():
    """Finds the user, and rejects forms that other sites submit."""
    session.setdefault("csrf", os.urandom(16).hex())
    g.user = models.db.get(models.User, session["user"]) if "user" in session else None
    is_ours = urlsplit(request.headers.get("Origin", request.host_url)).netloc == request.host
    if request.method == "POST" and not (is_ours and request.form.get("csrf") == session["csrf"]):
        abort(403)
    if g.user is None and request.endpoint not in ("pages.sign_in", "pages.help_page"):
        return redirect("/sign-in?return_to=" + quote(request.full_path if request.method == "GET" else "/"), 303)


@pages.route("/sign-in", methods=["GET", "POST"])
def sign_in():
    # A link of another site may have brought the visitor here, so only pages of this application may follow.
    wanted = re.fullmatch(r"(/(?:apps|help|connect\?request=[\w-]*)?)\??", request.values.get("return_to", ""))
    shown = {"return_to": wanted[1] if wanted else "/", "email": request.form.get("email", "")}
    if request.method == "POST":
        user = models.user_with(shown["email"], request.form.get("password", ""))
        if user is None:
            return render_template("sign_in.html", failed=True, **shown), 401
        session.clear()
        session["user"] = user.id
    elif g.user is None:
        return render_template("sign_in.html", failed=False, **shown)
    return redirect(shown["return_to"], 303)


@pages.post("/sign-out")
def sign_out():
    session.clear()
    return redirect("/sign-in", 303)


@pages.get("/")
def notes():
    return render_template("notes.html", notes=models.notes_of(g.user.id), max_length=models.MAX_NOTE_LENGTH)


@pages.post("/notes")
def add_note():
    text = request.form.get("text", "").strip()[: models.MAX_NOTE_LENGTH]
    if text:
        models.add_note(g.user.id, text)
    return redirect("/", 303)


@pages.post("/notes/delete")
def delete_note():
    models.db.query(models.Note).filter_by(id=request.form.get("id"), user_id=g.user.id).delete()
    models.db.commit()
    return redirect("/", 303)


@pages.route("/connect", methods=["GET", "POST"])
def connect():
    """The consent page: Gatehouse sends the browser here, and the user decides. Denies unless they pressed Allow."""
    page = consent.page(request.values.get("request", ""), g.user.id)
    if request.method == "GET":
        return consent_form(page.view, nothing_ticked=False)
    if request.form.get("decision") != "allow":
        return redirect(page.deny(), 303)
    try:
        return redirect(page.grant(request.form.getlist("scope")), 303)
    except gatehouse.NoGrantableScopes:
        return consent_form(page.view, nothing_ticked=True), 400


def consent_form(view, nothing_ticked):
    """Chrome applies form-action to the redirect after the form too, so the policy must name the client's address."""
    target = urlsplit(view.redirect_uri)
    has_origin = target.scheme in ("http", "https") and re.fullmatch(r"[a-z0-9.-]+(:\d+)?", target.netloc)
    g.form_target = f" {target.scheme}://{target.netloc}" if has_origin else f" {target.scheme}:"
    return render_template("connect.html", view=view, nothing_ticked=nothing_ticked)


@pages.errorhandler(gatehouse.PendingNotFound)
@pages.errorhandler(gatehouse.GatehouseError)
@pages.errorhandler(gatehouse.GatehouseUnavailable)
def not_now(error):
    if getattr(error, "code", "invalid_argument") != "invalid_argument":
        raise error
    is_gone = not isinstance(error, gatehouse.GatehouseUnavailable)
    shown = render_template("not_now.html", is_gone=is_gone, request_id=request.values.get("request", ""))
    return shown, 404 if is_gone else 503


@pages.get("/apps")
def apps():
    return render_template("apps.html", apps=backend.connected_apps(g.user.id))


@pages.post("/apps/disconnect")
def disconnect():
    backend.disconnect(g.user.id, request.form.get("lineage", ""))
    return redirect("/apps", 303)


pages.add_url_rule("/help", endpoint="help_page", view_func=lambda: render_template("help.html"))
app = Flask(__name__, static_url_path="/assets", static_folder="../../assets")
app.secret_key = os.urandom(32)
app.config.update(SESSION_COOKIE_NAME="notes-session", SESSION_COOKIE_SAMESITE="Lax")
app.jinja_env.globals["mcp_url"] = RESOURCE
app.register_blueprint(pages)
app.register_blueprint(host.flask())
app.add_url_rule("/mcp", view_func=mcp_server(tokens, ORIGIN, RESOURCE).flask(), methods=["GET", "POST", "OPTIONS"])
app.add_url_rule("/healthz", view_func=lambda: "ok\n", endpoint="healthz")


@app.after_request
def secure(response):
    """For every page: no scripts, only our own style sheet, forms only to this application, no framing."""
    policy = f"default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'{g.get('form_target', '')}; "
    response.headers["Content-Security-Policy"] = policy + "frame-ancestors 'none'; base-uri 'none'"
    response.headers.update({"X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff"})
    response.headers.update({"Referrer-Policy": "same-origin", "Cache-Control": "no-store"})
    return response


for code in (403, 404, 500):
    app.register_error_handler(code, lambda error: (render_template("problem.html", code=error.code), error.code))
app.teardown_request(lambda _error: models.db.remove())
# Outermost, so that nothing reads Gatehouse's requests before it.
app.wsgi_app = gatehouse.forward(app.wsgi_app, target=os.environ["DEMO_GATEHOUSE_URL"], admin_path="/backend")
