from admin_parts import host

app = host.wsgi()
