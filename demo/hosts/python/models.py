"""Acme Notes' own data: users and their notes."""

import os
from datetime import datetime

from sqlalchemy import Boolean, Column, DateTime, ForeignKey, Integer, String, create_engine, func
from sqlalchemy.orm import declarative_base, relationship, scoped_session, sessionmaker
from werkzeug.security import check_password_hash, generate_password_hash

MAX_NOTE_LENGTH = 2000

engine = create_engine(f"sqlite:///{os.environ.get('DEMO_DATA', '.')}/notes.sqlite")
#: One session for each request; app.py closes it.
db = scoped_session(sessionmaker(engine))
Base = declarative_base()


class User(Base):
    __tablename__ = "users"
    id = Column(Integer, primary_key=True)
    email = Column(String(254), nullable=False, unique=True)
    name = Column(String(100), nullable=False)
    password = Column(String(200), nullable=False)


class Note(Base):
    __tablename__ = "notes"
    id = Column(Integer, primary_key=True)
    user_id = Column(ForeignKey("users.id"), nullable=False, index=True)
    text = Column(String(MAX_NOTE_LENGTH), nullable=False)
    #: Set by administrators: neither the user nor an assistant sees the note.
    hidden = Column(Boolean, nullable=False, default=False)
    created_at = Column(DateTime, nullable=False, default=datetime.utcnow)
    version = Column(Integer, nullable=False, default=1)
    user = relationship(User)


def user_with(email, password):
    """None after the same time for an unknown address and a wrong password."""
    user = db.query(User).filter_by(email=email.strip().lower()).one_or_none()
    return user if check_password_hash(user.password if user else _NO_PASSWORD, password) else None


def notes_of(user_id, containing=""):
    """Newest first."""
    notes = db.query(Note).filter_by(user_id=user_id, hidden=False)
    if containing:
        notes = notes.filter(func.instr(func.lower(Note.text), func.lower(containing)) > 0)
    return notes.order_by(Note.id.desc()).limit(100).all()


def add_note(user_id, text):
    note = Note(user_id=user_id, text=text)
    db.add(note)
    db.commit()
    return note


def seed(people):
    """Creates the tables, with users and their notes, in an empty database."""
    Base.metadata.create_all(engine)
    db.connection().exec_driver_sql("pragma journal_mode = wal")
    for person in people:
        user = User(email=person["email"], name=person["name"], password=generate_password_hash("demo-password"))
        db.add_all(Note(user=user, text=text) for text in person["notes"])
    db.commit()
    db.remove()


_NO_PASSWORD = generate_password_hash(os.urandom(16).hex())
