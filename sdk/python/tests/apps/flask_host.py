from flask import Flask
from parts import host

app = Flask(__name__)
app.register_blueprint(host.flask())
