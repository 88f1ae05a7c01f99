"""The ids of users, as an application passes them."""

from __future__ import annotations


def text_of(user_id: object) -> str:
    """The id as text, from one of any type: a number, a UUID.

    Raises TypeError for what is no id of anyone: the None of a visitor who is not signed in, and a user itself. As texts, they
    would be one user for all visitors.
    """
    if user_id is None or isinstance(user_id, bool) or hasattr(user_id, "is_authenticated"):
        raise TypeError(
            f"user_id must be the id of the user who is signed in (user.pk, user.id), not {type(user_id).__name__}; "
            "send visitors who are not signed in to the sign-in page"
        )
    return str(user_id)
