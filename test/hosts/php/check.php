<?php
// Finds the errors in a request before any of it runs, and brings its values into PHP: bytes as bytes, times as milliseconds
// since 1970, absent fields as their default.

declare(strict_types=1);

const TIME = '/^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?Z$/D';
const MOST_OPERATIONS = 16;

/** Replaces each operation by ['name' => …, 'fields' => …]. */
function check_request(array &$request): void
{
    $known = messages();
    $operations = $request['operations'] ?? [];
    if (!is_array($operations) || !array_is_list($operations) || $operations === []) {
        throw malformed('operations is empty');
    }
    if (count($operations) > MOST_OPERATIONS) {
        throw malformed('operations has more than ' . MOST_OPERATIONS . ' items');
    }
    foreach ($operations as $index => $operation) {
        $name = is_array($operation) ? array_key_first($operation) : null;
        if ($name === null || !isset($known[$name])) {
            throw new Fault('unimplemented', "operations[$index]: an operation that this host does not know");
        }
    }
    foreach ($operations as $index => &$operation) {
        $name = array_key_first($operation);
        $fields = checked_message($operation[$name], $known[$name], "operations[$index].$name");
        if ($name === 'createClient') {
            check_client($fields['client'], "operations[$index].createClient.client");
        }
        $operation = ['name' => $name, 'fields' => $fields];
    }
    $request['operations'] = $operations;
}

/** The comments of Client say more than the rules of its fields. */
function check_client(array $client, string $path): void
{
    $isPublic = $client['tokenEndpointAuthMethod'] === 'TOKEN_ENDPOINT_AUTH_METHOD_NONE';
    if ($isPublic !== ($client['secretHash'] === '')) {
        throw malformed("$path.secretHash must be empty for public clients, and only for them");
    }
    if ($client['metadataJson'] !== '' && !json_decode($client['metadataJson']) instanceof stdClass) {
        throw malformed("$path.metadataJson is not a JSON object");
    }
}

function checked_message(mixed $value, array $fields, string $path): array
{
    if (!is_array($value) || ($value !== [] && array_is_list($value))) {
        throw malformed("$path is not a message");
    }
    $checked = [];
    foreach ($fields as $name => $rules) {
        $checked[$name] = checked_value($value[$name] ?? null, $rules, "$path.$name");
    }
    return $checked;
}

function checked_value(mixed $value, array $rules, string $path): mixed
{
    return match ($rules['kind']) {
        'bool' => is_bool($value ??= false) ? $value : throw malformed("$path is not a bool"),
        'uint32' => is_int($value ??= 0) && $value >= 0 && $value < 2 ** 32 ? $value : throw malformed("$path is not a uint32"),
        'text' => checked_text($value ?? '', $rules, $path),
        'bytes' => checked_bytes($value ?? '', $rules, $path),
        'enum' => in_array($value, $rules['values'], true) ? $value : throw malformed("$path is not a known value"),
        'time' => checked_time($value, $rules, $path),
        'list' => checked_list($value ?? [], $rules, $path),
        'message' => checked_submessage($value, $rules, $path),
    };
}

function checked_text(mixed $text, array $rules, string $path): string
{
    if (!is_string($text)) {
        throw malformed("$path is not a text");
    }
    if ($text === '') {
        return $rules['required'] ? throw malformed("$path is empty") : '';
    }
    if ($rules['characters'] !== null && preg_match_all('/./us', $text) > $rules['characters']) {
        throw malformed("$path has more than {$rules['characters']} characters");
    }
    if (isset($rules['bytes']) && strlen($text) > $rules['bytes']) {
        throw malformed("$path has more than {$rules['bytes']} bytes");
    }
    if ($rules['pattern'] !== null && preg_match("~^(?:{$rules['pattern']})$~Du", $text) !== 1) {
        throw malformed("$path does not match {$rules['pattern']}");
    }
    return $text;
}

function checked_bytes(mixed $base64, array $rules, string $path): string
{
    $bytes = is_string($base64) ? base64_decode(strtr($base64, '-_', '+/'), true) : false;
    if ($bytes === false) {
        throw malformed("$path is not base64");
    }
    if ($bytes === '') {
        return $rules['required'] ? throw malformed("$path is empty") : '';
    }
    if (strlen($bytes) < $rules['least'] || strlen($bytes) > $rules['most']) {
        throw malformed("$path has the wrong length");
    }
    return $bytes;
}

/** Milliseconds since 1970, which is the precision of the contract. */
function checked_time(mixed $time, array $rules, string $path): ?int
{
    if ($time === null) {
        return $rules['required'] ? throw malformed("$path is missing") : null;
    }
    if (!is_string($time) || preg_match(TIME, $time, $part) !== 1 || !checkdate((int) $part[2], (int) $part[3], (int) $part[1])) {
        throw malformed("$path is not a moment");
    }
    $seconds = gmmktime((int) $part[4], (int) $part[5], (int) $part[6], (int) $part[2], (int) $part[3], (int) $part[1]);
    return $seconds * 1000 + (int) substr(str_pad($part[7] ?? '', 3, '0'), 0, 3);
}

function checked_list(mixed $items, array $rules, string $path): array
{
    if (!is_array($items) || !array_is_list($items)) {
        throw malformed("$path is not a list");
    }
    if ($items === []) {
        throw malformed("$path is empty");
    }
    foreach ($items as $index => $item) {
        $items[$index] = checked_value($item, $rules['item'], "{$path}[$index]");
    }
    return $items;
}

function checked_submessage(mixed $value, array $rules, string $path): array
{
    if ($value === null) {
        throw malformed("$path is missing");
    }
    $message = checked_message($value, $rules['fields'], $path);
    foreach ($rules['absent'] as $name) {
        if ($message[$name]) {
            throw malformed("$path.$name must be empty");
        }
    }
    return $message;
}

function malformed(string $problem): Fault
{
    return new Fault('invalid_argument', $problem);
}
