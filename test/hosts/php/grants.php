<?php

declare(strict_types=1);

/** The operations on codes, refresh tokens and lineages. */
trait Grants
{
    private function createCode(array $fields): array
    {
        $code = $fields['code'];
        $this->insertOnce('insert into codes (hash, record, expires_at) values (:hash, :record, :expires)', [
            ':hash' => bin2hex($code['codeHash']),
            ':record' => grant_record($code),
            ':expires' => $code['expiresAt'],
        ]);
        return [];
    }

    private function findCode(array $fields): array
    {
        $row = $this->row('select * from codes where hash = :hash', [':hash' => bin2hex($fields['codeHash'])]);
        if ($row === null) {
            return [];
        }
        $history = ['spentAt' => time_out($row['spent_at']), 'lineageId' => $row['lineage_id']];
        return ['code' => ['codeHash' => base64_encode($fields['codeHash'])] + $history + json_decode($row['record'], true)];
    }

    private function spendCode(array $fields): array
    {
        $hash = [':hash' => bin2hex($fields['codeHash'])];
        $spent = $this->run(
            'update codes set spent_at = :at, lineage_id = :lineage where hash = :hash and spent_at is null',
            $hash + [':at' => $fields['at'], ':lineage' => $fields['lineageId']],
        );
        if ($spent->rowCount() === 1) {
            return [];
        }
        $exists = $this->row('select 1 from codes where hash = :hash', $hash) !== null;
        throw new Aborted($exists ? 'CODE_ALREADY_SPENT' : 'CODE_NOT_FOUND');
    }

    private function createRefreshToken(array $fields): array
    {
        $token = $fields['refreshToken'];
        $this->refuseRevoked($token['lineageId']);
        $this->insertOnce(
            'insert into refresh_tokens (hash, lineage_id, client_id, record, expires_at)
             values (:hash, :lineage, :client, :record, :expires)',
            [
                ':hash' => bin2hex($token['tokenHash']),
                ':lineage' => $token['lineageId'],
                ':client' => $token['clientId'],
                ':record' => grant_record($token),
                ':expires' => $token['expiresAt'],
            ],
        );
        return [];
    }

    private function findRefreshToken(array $fields): array
    {
        $row = $this->row('select * from refresh_tokens where hash = :hash', [':hash' => bin2hex($fields['tokenHash'])]);
        if ($row === null) {
            return [];
        }
        $history = ['spentAt' => time_out($row['spent_at']), 'lineageRevoked' => $this->isRevoked($row['lineage_id'])];
        $hash = ['tokenHash' => base64_encode($fields['tokenHash'])];
        return ['refreshToken' => $hash + $history + json_decode($row['record'], true)];
    }

    private function spendRefreshToken(array $fields): array
    {
        $hash = [':hash' => bin2hex($fields['tokenHash'])];
        $row = $this->row('select lineage_id, spent_at from refresh_tokens where hash = :hash', $hash);
        if ($row === null) {
            throw new Aborted('REFRESH_TOKEN_NOT_FOUND');
        }
        $this->refuseRevoked($row['lineage_id']);
        if ($row['spent_at'] !== null) {
            throw new Aborted('REFRESH_TOKEN_ALREADY_SPENT');
        }
        $this->run('update refresh_tokens set spent_at = :at where hash = :hash', $hash + [':at' => $fields['at']]);
        return [];
    }

    private function revokeLineage(array $fields): array
    {
        $revoked = $this->run(
            'insert into revoked_lineages values (:lineage, :at) on conflict do nothing',
            [':lineage' => $fields['lineageId'], ':at' => $fields['at']],
        );
        return ['newlyRevoked' => $revoked->rowCount() === 1];
    }

    private function sweepExpired(array $fields): array
    {
        $sweep = fn (string $table, int $most): int => $this->run(
            "delete from $table where hash in (select hash from $table where expires_at < :before limit $most)",
            [':before' => $fields['before']],
        )->rowCount();
        $codes = $sweep('codes', SWEEP_BATCH);
        $tokens = $sweep('refresh_tokens', SWEEP_BATCH - $codes);
        $this->run(
            'delete from access_tokens where hash in (select hash from access_tokens where expires_at < :now limit 1000)',
            [':now' => now()],
        );
        return ['codesRemoved' => $codes, 'refreshTokensRemoved' => $tokens];
    }

    private function isRevoked(string $lineage): bool
    {
        return $this->row('select 1 from revoked_lineages where lineage_id = :id', [':id' => $lineage]) !== null;
    }

    private function refuseRevoked(string $lineage): void
    {
        if ($this->isRevoked($lineage)) {
            throw new Aborted('LINEAGE_REVOKED');
        }
    }

    /** Gatehouse never sends a hash twice; the stored record stays. */
    private function insertOnce(string $sql, array $values): void
    {
        if ($this->run("$sql on conflict do nothing", $values)->rowCount() === 0) {
            throw new Fault('internal', 'the hash is stored already');
        }
    }
}

/** A code or refresh token without its hash and its history, as proto3 JSON. */
function grant_record(array $grant): string
{
    unset($grant['codeHash'], $grant['tokenHash'], $grant['spentAt'], $grant['lineageRevoked']);
    foreach (['issuedAt', 'expiresAt', 'lineageStartedAt'] as $time) {
        if (isset($grant[$time])) {
            $grant[$time] = time_out($grant[$time]);
        }
    }
    return json_encode(['grantContext' => base64_encode($grant['grantContext'])] + $grant, JSON_THROW_ON_ERROR);
}
