from parts import host

app = host.wsgi()
