# Receives Pagegrade's events: WEBHOOK_SECRET=whsec_... PORT=8080 python3 receive_events.py
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

TOLERANCE_SECONDS = 300


def is_genuine(secret, headers, body):
    """Whether a request is from who knows the secret, and not older than five minutes. body: the bytes as received."""
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # Two signatures for a day after the secret was rotated.
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), signature.encode()) for signature in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = is_genuine(os.environ["WEBHOOK_SECRET"], self.headers, body)
        if genuine:
            event = json.loads(body)
            # An event may arrive twice, always with the same id.
            print(event["id"], event["type"], event["data"], flush=True)
        self.send_response(204 if genuine else 400)
        self.end_headers()


if __name__ == "__main__":
    HTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
