<?php

declare(strict_types=1);

/** The operations on clients. */
trait Clients
{
    private function findClient(array $fields): array
    {
        $row = $this->row('select * from clients where client_id = :id', [':id' => $fields['clientId']]);
        return $row === null ? [] : ['client' => client_out($row)];
    }

    private function createClient(array $fields): array
    {
        $client = $fields['client'];
        $id = [':id' => $client['clientId']];
        $exists = $this->row('select 1 from clients where client_id = :id', $id) !== null;
        if ($exists && !$fields['replaceExisting']) {
            throw new Aborted('CLIENT_ALREADY_EXISTS');
        }
        if ($exists) {
            $this->run(
                'update clients set record = :record, self_registered = :self where client_id = :id',
                $id + [':record' => client_record($client), ':self' => (int) $client['selfRegistered']],
            );
            return ['clientCount' => $this->unrevoked()];
        }
        $this->makeRoom($fields['cap'], $fields['evictOldestUnconsented']);
        $this->run(
            'insert into clients values (:id, :record, :registered, :consented, :revoked, :self)',
            $id + [
                ':record' => client_record($client),
                ':registered' => $client['registeredAt'],
                ':consented' => $client['consentedAt'],
                ':revoked' => $client['revokedAt'],
                ':self' => (int) $client['selfRegistered'],
            ],
        );
        return ['clientCount' => $this->unrevoked()];
    }

    private function makeRoom(int $cap, bool $evict): void
    {
        if ($cap === 0 || $this->unrevoked() < $cap) {
            return;
        }
        $unconsented = 'select client_id from clients
            where revoked_at is null and consented_at is null and self_registered = 1';
        $removed = $evict
            ? $this->run("delete from clients where client_id in ($unconsented order by registered_at limit 1)")->rowCount()
            : 0;
        if ($removed === 0 || $this->unrevoked() >= $cap) {
            throw new Aborted('CLIENT_CAP_REACHED');
        }
    }

    private function unrevoked(): int
    {
        return $this->number('select count(*) from clients where revoked_at is null');
    }

    private function sweepUnconsentedClients(array $fields): array
    {
        $sql = 'delete from clients where client_id in (
            select client_id from clients c
            where self_registered = 1 and consented_at is null and revoked_at is null and registered_at < :before
            and not exists (select 1 from access_tokens a where a.client_id = c.client_id and a.expires_at > :now
                and a.lineage_id not in (select lineage_id from revoked_lineages))
            and not exists (select 1 from refresh_tokens r where r.client_id = c.client_id and r.expires_at > :now
                and r.lineage_id not in (select lineage_id from revoked_lineages))
            limit ' . SWEEP_BATCH . ')';
        $values = [':before' => $fields['registeredBefore'], ':now' => now()];
        return ['removed' => $this->run($sql, $values)->rowCount()];
    }

    private function stampConsent(array $fields): array
    {
        $stamped = $this->run(
            'update clients set consented_at = coalesce(consented_at, :at) where client_id = :id and revoked_at is null',
            [':id' => $fields['clientId'], ':at' => $fields['at']],
        );
        return $stamped->rowCount() === 1 ? [] : throw new Aborted('CLIENT_NOT_FOUND');
    }
}

/** The fields without a column of their own. */
function client_record(array $client): string
{
    unset($client['registeredAt'], $client['consentedAt'], $client['revokedAt'], $client['selfRegistered']);
    return json_encode(['secretHash' => base64_encode($client['secretHash'])] + $client, JSON_THROW_ON_ERROR);
}

function client_out(array $row): array
{
    return json_decode($row['record'], true) + [
        'registeredAt' => time_out($row['registered_at']),
        'consentedAt' => time_out($row['consented_at']),
        'revokedAt' => time_out($row['revoked_at']),
        'selfRegistered' => $row['self_registered'] === 1,
    ];
}
