<?php

declare(strict_types=1);

require_once __DIR__ . '/fault.php';
require_once __DIR__ . '/clients.php';
require_once __DIR__ . '/grants.php';
require_once __DIR__ . '/access_tokens.php';

/** SQLite waits this long for another writer; longer than the deadline of a call, which is checked before the commit. */
const BUSY_SECONDS = 30;
const SWEEP_BATCH = 1000;

/** Whether the database is only locked, so that a later attempt may succeed. */
function is_busy(PDOException $error): bool
{
    return in_array($error->errorInfo[1] ?? null, [5, 6], true);
}

/** The tables, and one transaction on them. Records are kept as JSON beside the columns that statements need. */
final class Store
{
    use Clients;
    use Grants;
    use AccessTokens;

    private readonly PDO $database;

    public function __construct(string $file)
    {
        $this->database = new PDO("sqlite:$file", options: [
            PDO::ATTR_TIMEOUT => BUSY_SECONDS,
            PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC,
            PDO::ATTR_STRINGIFY_FETCHES => false,
        ]);
        $this->database->exec('pragma synchronous = full');
    }

    /** Called once, before the server starts. */
    public function migrate(): void
    {
        $this->database->exec('pragma journal_mode = wal');
        $this->database->exec((string) file_get_contents(__DIR__ . '/schema.sql'));
    }

    /** Runs the operations in order. Either all of them take effect, or none. */
    public function transact(array $operations, float $deadline): array
    {
        $at = 0;
        // Immediate: two transactions that read first and then write could otherwise not wait for each other.
        $this->database->exec('begin immediate');
        try {
            $results = [];
            foreach ($operations as $at => ['name' => $name, 'fields' => $fields]) {
                $results[] = [$name => $this->$name($fields) ?: new stdClass()];
            }
            if (microtime(true) >= $deadline) {
                throw new Fault('deadline_exceeded', 'the deadline passed before the commit');
            }
            $this->database->exec('commit');
            return ['committed' => ['results' => $results]];
        } catch (Aborted $aborted) {
            $this->database->exec('rollback');
            $reason = "ABORT_REASON_{$aborted->reason}";
            return ['aborted' => ['operationIndex' => $at, 'reason' => $reason, 'publicReason' => $aborted->publicReason]];
        } catch (Throwable $error) {
            $this->database->exec('rollback');
            throw $error;
        }
    }

    private function run(string $sql, array $values = []): PDOStatement
    {
        $statement = $this->database->prepare($sql);
        foreach ($values as $name => $value) {
            $statement->bindValue($name, $value, is_int($value) ? PDO::PARAM_INT : PDO::PARAM_STR);
        }
        $statement->execute();
        return $statement;
    }

    private function row(string $sql, array $values): ?array
    {
        return $this->run($sql, $values)->fetch() ?: null;
    }

    private function number(string $sql, array $values = []): int
    {
        return (int) $this->run($sql, $values)->fetchColumn();
    }
}

/** Milliseconds since 1970 as proto3 JSON writes a timestamp. Null stays null, which means absent. */
function time_out(?int $milliseconds): ?string
{
    if ($milliseconds === null) {
        return null;
    }
    $seconds = intdiv($milliseconds, 1000) - ($milliseconds % 1000 < 0 ? 1 : 0);
    return gmdate('Y-m-d\TH:i:s', $seconds) . sprintf('.%03dZ', $milliseconds - $seconds * 1000);
}

function now(): int
{
    return (int) (microtime(true) * 1000);
}
