"""The tables as an application of Django: ``INSTALLED_APPS = [..., "gatehouse_host.django"]``, then ``migrate``."""
