<?php
// Creates the tables: `HOST_DATABASE=… php migrate.php`, before the server starts.

declare(strict_types=1);

require __DIR__ . '/store.php';

(new Store((string) getenv('HOST_DATABASE')))->migrate();
