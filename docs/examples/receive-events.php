<?php
// Receives Pagegrade's events: WEBHOOK_SECRET=whsec_... php -S 0.0.0.0:8080 receive-events.php
const TOLERANCE_SECONDS = 300;

/** Whether a request is from who knows the secret, and not older than five minutes. $body: the bytes as received. */
function isGenuine(string $secret, array $headers, string $body): bool
{
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $signed = ($headers['webhook-id'] ?? '') . ".$timestamp.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    // Two signatures for a day after the secret was rotated.
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

if (isset($_SERVER['REQUEST_METHOD'])) {
    $body = file_get_contents('php://input');
    $headers = array_change_key_case(getallheaders());
    if (!isGenuine(getenv('WEBHOOK_SECRET'), $headers, $body)) {
        http_response_code(400);
        exit();
    }
    $event = json_decode($body, true);
    // An event may arrive twice, always with the same id.
    error_log("{$event['id']} {$event['type']} " . json_encode($event['data']));
    http_response_code(204);
}
