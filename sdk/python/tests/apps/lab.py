"""The shop follows a wish in hooks, actions, providers and partials: as in test/sdks/alike/lab.ts."""

from gatehouse_host.admin import Invalid, Refused


def judge(wish):
    """Refuses or fails if that is the wish."""
    if wish == "Wrong":
        raise Invalid(title="Not this title.")
    if wish == "Two":
        raise Invalid(title="Not this title.", sku="Nor this one.")
    if wish == "Empty":
        raise Invalid({})
    if wish == "Refused":
        raise Refused("Not today.")
    if wish == "Mute":
        raise Refused("")
    if wish == "Broken":
        raise RuntimeError("a bug")
