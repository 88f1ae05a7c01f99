"""The admin backend of an application, in Python: controllers over its models, settings, actions, administrators."""
