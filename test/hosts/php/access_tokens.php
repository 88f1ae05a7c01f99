<?php

declare(strict_types=1);

// A real application would look into its table of users; here one name stands for all who may not have a token.
const DEACTIVATED_USER = 'deactivated';

/** The application's own access tokens: random, kept as hashes. */
trait AccessTokens
{
    private function mintAccessToken(array $fields): array
    {
        $this->refuseRevoked($fields['lineageId']);
        if ($fields['userId'] === DEACTIVATED_USER) {
            throw new Aborted('MINT_REFUSED', 'this account is deactivated');
        }
        $token = rtrim(strtr(base64_encode(random_bytes(32)), '+/', '-_'), '=');
        $this->run('insert into access_tokens values (:hash, :lineage, :client, :user, :expires)', [
            ':hash' => hash('sha256', $token),
            ':lineage' => $fields['lineageId'],
            ':client' => $fields['clientId'],
            ':user' => $fields['userId'],
            ':expires' => $fields['expiresAt'],
        ]);
        return ['accessToken' => $token];
    }

    private function findAccessToken(array $fields): array
    {
        $row = $this->row(
            'select lineage_id, client_id, user_id from access_tokens where hash = :hash and expires_at > :now',
            [':hash' => hash('sha256', $fields['accessToken']), ':now' => now()],
        );
        if ($row === null || $this->isRevoked($row['lineage_id'])) {
            return [];
        }
        $found = ['lineageId' => $row['lineage_id'], 'clientId' => $row['client_id'], 'userId' => $row['user_id']];
        return ['accessToken' => $found];
    }
}
