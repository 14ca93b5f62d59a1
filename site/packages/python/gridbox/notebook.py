"""The widget for notebooks, and the server of its files."""
import functools
import http.server
import os
import threading


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the widget's files to pages of any origin."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript",
                      ".wasm": "application/wasm"}

    def end_headers(self):
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, *args):
        pass


@functools.lru_cache(maxsize=None)
def serve():
    """Serves the files of this package on a free port of 127.0.0.1 until the process ends, and returns the address."""
    folder = os.path.join(os.path.dirname(__file__), "widget")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/"


def module(site=None):
    """Returns the text of the widget's module for a site."""
    site = (site or serve()).rstrip("/")
    return f'import widget from "{site}/widget.js";\nexport default widget;\n'


def widget(scenario, site=None, **model):
    import anywidget
    import traitlets

    class Widget(anywidget.AnyWidget):
        _esm = module(site)
        scenario = traitlets.Any().tag(sync=True)
        options = traitlets.Dict().tag(sync=True)
        study = traitlets.Bool(False).tag(sync=True)
        result = traitlets.Dict().tag(sync=True)
        error = traitlets.Unicode("").tag(sync=True)

    return Widget(scenario=scenario, **model)
