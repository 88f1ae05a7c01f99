from fastapi import FastAPI
from parts import host

asgi = FastAPI()


@asgi.get("/hello")
def hello() -> str:
    return "hello"


asgi.mount("/", host.asgi())
