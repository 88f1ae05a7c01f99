<?php
// A host in plain PHP 8.2 with PDO on SQLite, as an application without an SDK would write it: one route that speaks the
// contract over HTTP in JSON (docs/hosts.md, Over HTTP). HOST_ISSUER is the issuer, HOST_TOKEN the shared token,
// HOST_DATABASE the file of the database. Run it with `php -S 127.0.0.1:8000 index.php`, or behind any other PHP server.

declare(strict_types=1);

require __DIR__ . '/messages.php';
require __DIR__ . '/check.php';
require __DIR__ . '/store.php';

const ROUTE = '/gatehouse/gatehouse.host.v1.';

/** @return array<string, mixed> the answer, as it goes into the JSON */
function answer(string $rpc, array $request): array
{
    if ($rpc === 'HostService/Describe') {
        $issuer = getenv('HOST_ISSUER');
        return [
            'protocolVersion' => 1,
            'applicationName' => 'PHP host',
            'capabilities' => ['CAPABILITY_BACKEND'],
            'oauth' => ['issuer' => $issuer, 'resource' => "$issuer/mcp"],
        ];
    }
    if ($rpc !== 'BackendService/Transact') {
        throw new Fault('unimplemented', "this host does not implement $rpc");
    }
    check_request($request);
    return (new Store((string) getenv('HOST_DATABASE')))->transact($request['operations'], deadline());
}

/** Seconds since 1970 after which nothing may be committed. */
function deadline(): float
{
    $timeout = $_SERVER['HTTP_CONNECT_TIMEOUT_MS'] ?? null;
    if ($timeout === null) {
        return INF;
    }
    if (!ctype_digit($timeout)) {
        throw new Fault('invalid_argument', 'connect-timeout-ms is not a number of milliseconds');
    }
    return $_SERVER['REQUEST_TIME_FLOAT'] + (int) $timeout / 1000;
}

function respond(int $status, array $body): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($body ?: new stdClass(), JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
}

const LEAST_TOKEN = 16;

/** The token comes before the body, and every comparison of a secret takes the same time. */
function authenticate(): void
{
    $token = (string) getenv('HOST_TOKEN');
    // Without the variable, which PHP-FPM hides by default (clear_env), "Bearer " and nothing else would be the token.
    if (strlen($token) < LEAST_TOKEN) {
        error_log('HOST_TOKEN is not set, or has fewer than ' . LEAST_TOKEN . ' characters: no call is answered');
        throw new Fault('internal', 'the host has no shared token; see its log');
    }
    $sent = $_SERVER['HTTP_AUTHORIZATION'] ?? '';
    if (!hash_equals("Bearer $token", $sent)) {
        throw new Fault('unauthenticated', 'the shared token is missing or wrong');
    }
}

try {
    $path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
    if (!str_starts_with($path, ROUTE)) {
        http_response_code(404);
        return;
    }
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        http_response_code(405);
        header('Allow: POST');
        return;
    }
    // The built-in server closes each connection. Behind one that keeps them, Gatehouse reuses only those that repeat this id.
    $exchange = $_SERVER['HTTP_GATEHOUSE_EXCHANGE'] ?? '';
    if (preg_match('/^[\w-]{1,64}$/D', $exchange) === 1) {
        header("Gatehouse-Exchange: $exchange");
    }
    authenticate();
    if (explode(';', $_SERVER['CONTENT_TYPE'] ?? '')[0] !== 'application/json') {
        throw new Fault('invalid_argument', 'the content type must be application/json: set host.encoding to json');
    }
    $request = json_decode((string) file_get_contents('php://input'), true, 64, JSON_BIGINT_AS_STRING);
    if (!is_array($request) || ($request !== [] && array_is_list($request))) {
        throw new Fault('invalid_argument', 'the body is not a JSON object');
    }
    respond(200, answer(substr($path, strlen(ROUTE)), $request));
} catch (Fault $fault) {
    respond($fault->status(), ['code' => $fault->connectCode, 'message' => $fault->getMessage()]);
} catch (PDOException $error) {
    error_log("the database failed: {$error->getMessage()}");
    $code = is_busy($error) ? 'unavailable' : 'internal';
    respond((new Fault($code, ''))->status(), ['code' => $code, 'message' => 'the database failed']);
} catch (Throwable $error) {
    error_log((string) $error);
    respond(500, ['code' => 'internal', 'message' => 'the host failed; see its log']);
}
