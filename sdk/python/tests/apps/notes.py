"""Notes, whose keys are their texts: the same as in test/sdks/alike/lab.ts."""

from shop import Base
from sqlalchemy import Column, ForeignKey, Integer, Text
from sqlalchemy.orm import relationship

from gatehouse_host.admin import Controller


class Note(Base):
    __tablename__ = "notes"
    code = Column(Text, primary_key=True)
    text = Column(Text, nullable=False)
    parent_code = Column(ForeignKey("notes.code"))
    version = Column(Integer)
    parent = relationship("Note", remote_side=[code], back_populates="children")
    children = relationship("Note", back_populates="parent")


class Notes(Controller, id="acme.shop.notes", permissions=["acme.shop.products"]):
    model, version = Note, "version"
    relations = {"parent": "text", "children": "text"}

    def before_create(self, tx, caller, values):
        values["code"] = values.get("text", "")
