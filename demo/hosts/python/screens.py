"""The admin backend: a list and a form of all notes, described by ../plugins/acme/notes."""

from models import Note
from sqlalchemy import text

from gatehouse_host.admin import Admin, Controller, Invalid, NavigationItem, Permission, action, migrate_admin


class Notes(Controller, id="acme.notes.notes", permissions=["acme.notes.access"]):
    model = Note
    version = "version"
    protected = ["created_at"]
    relations = {"user": "name"}

    def before_create(self, tx, caller, values):
        self.before_update(tx, caller, "", values)

    def before_update(self, tx, caller, id, values):
        if "text" in values:
            values["text"] = values["text"].strip()
            if not values["text"]:
                raise Invalid(text="A note needs more than spaces.")

    @action("Show all hidden notes", permissions=["acme.notes.moderate"])
    def show_all(self, tx, call):
        changes = {"hidden": False, "version": Note.version + 1}
        return f"Shown again: {tx.query(Note).filter_by(hidden=True).update(changes)}"


PERMISSIONS = [
    Permission("acme.notes.access", "Read and change notes", tab="Notes"),
    Permission("acme.notes.moderate", "Delete notes, and show all that are hidden", tab="Notes"),
]
_EDITOR = """insert into backend_user_roles (code, name, permissions, created_at)
    values ('editor', 'Editor', '["acme.notes.access"]', 0)"""


def admin_of(engine):
    if migrate_admin(engine):
        with engine.begin() as connection:
            connection.execute(text(_EDITOR))
    navigation = [NavigationItem("notes", "Notes", controller=Notes.id, icon="pencil")]
    return Admin(engine, [Notes], plugin="acme.notes", permissions=PERMISSIONS, navigation=navigation)
