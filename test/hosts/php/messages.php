<?php
// The fields of the operations, with the rules that backend.proto states as options (gatehouse.options.v1.rules). A host with
// protobuf for its language reads them by reflection instead (test/hosts/python/check.py).

declare(strict_types=1);

const SCOPE = '[\x21\x23-\x5b\x5d-\x7e]+';

/** @return array<string, mixed> a field: its kind, whether it is required, and its other rules */
function field(string $kind, bool $required = true, mixed ...$rules): array
{
    return ['kind' => $kind, 'required' => $required, ...$rules];
}

function text(?int $characters = null, bool $required = true, string $pattern = '[^\x00]*'): array
{
    return field('text', $required, characters: $characters, pattern: $pattern);
}

function sha256(bool $required = true): array
{
    return field('bytes', $required, least: 32, most: 32);
}

function texts(array $item): array
{
    return field('list', true, item: $item);
}

function messages(): array
{
    $clientId = text(2048);
    $id = text(255);
    $time = field('time');
    $sometimes = field('time', false);
    $scopes = texts(text(pattern: SCOPE));
    $resource = text();
    $context = field('bytes', false, least: 0, most: 4096);
    $credit = ['clientId' => $clientId, 'userId' => $id, 'scopes' => $scopes, 'resource' => $resource];

    $client = [
        'clientId' => $clientId,
        'clientName' => text(required: false),
        'redirectUris' => texts(text(2048)),
        'tokenEndpointAuthMethod' => field('enum', values: [
            'TOKEN_ENDPOINT_AUTH_METHOD_NONE',
            'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST',
            'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_BASIC',
        ]),
        'secretHash' => sha256(false),
        'scopes' => $scopes,
        'grantTypes' => $scopes,
        'registeredAt' => $time,
        'consentedAt' => $sometimes,
        'revokedAt' => $sometimes,
        'selfRegistered' => field('bool'),
        'metadataJson' => field('text', false, bytes: 16384, pattern: null, characters: null),
    ];
    $code = $credit + [
        'codeHash' => sha256(),
        'redirectUri' => text(2048),
        'codeChallenge' => text(pattern: '[A-Za-z0-9_-]{43}'),
        'issuedAt' => $time,
        'expiresAt' => $time,
        'grantContext' => $context,
        'spentAt' => $sometimes,
        'lineageId' => text(255, required: false),
    ];
    $refreshToken = $credit + [
        'tokenHash' => sha256(),
        'lineageId' => $id,
        'issuedAt' => $time,
        'expiresAt' => $time,
        'lineageStartedAt' => $time,
        'grantContext' => $context,
        'spentAt' => $sometimes,
        'lineageRevoked' => field('bool'),
    ];

    return [
        'findClient' => ['clientId' => $clientId],
        'createClient' => [
            'client' => field('message', fields: $client, absent: []),
            'cap' => field('uint32'),
            'evictOldestUnconsented' => field('bool'),
            'replaceExisting' => field('bool'),
        ],
        'sweepUnconsentedClients' => ['registeredBefore' => $time],
        'stampConsent' => ['clientId' => $clientId, 'at' => $time],
        'createCode' => ['code' => field('message', fields: $code, absent: ['spentAt', 'lineageId'])],
        'findCode' => ['codeHash' => sha256()],
        'spendCode' => ['codeHash' => sha256(), 'lineageId' => $id, 'at' => $time],
        'createRefreshToken' => [
            'refreshToken' => field('message', fields: $refreshToken, absent: ['spentAt', 'lineageRevoked']),
        ],
        'findRefreshToken' => ['tokenHash' => sha256()],
        'spendRefreshToken' => ['tokenHash' => sha256(), 'at' => $time],
        'revokeLineage' => ['lineageId' => $id, 'at' => $time],
        'sweepExpired' => ['before' => $time],
        'mintAccessToken' => $credit + [
            'lineageId' => $id,
            'expiresAt' => $time,
            'grantContext' => $context,
            'at' => $time,
        ],
        'findAccessToken' => ['accessToken' => text(8192)],
    ];
}
