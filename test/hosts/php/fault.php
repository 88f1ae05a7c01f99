<?php

declare(strict_types=1);

/** An error of Connect's protocol. Its message reaches Gatehouse's log, so it never contains a value of the request. */
final class Fault extends Exception
{
    private const STATUS = [
        'invalid_argument' => 400,
        'unauthenticated' => 401,
        'deadline_exceeded' => 504,
        'internal' => 500,
        'unimplemented' => 501,
        'unavailable' => 503,
    ];

    public function __construct(public readonly string $connectCode, string $message)
    {
        parent::__construct($message);
    }

    public function status(): int
    {
        return self::STATUS[$this->connectCode];
    }
}

/** The precondition of an operation failed: the transaction is rolled back, and the answer names the reason. */
final class Aborted extends Exception
{
    public function __construct(public readonly string $reason, public readonly string $publicReason = '')
    {
        parent::__construct($reason);
    }
}
