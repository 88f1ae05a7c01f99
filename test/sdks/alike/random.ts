import { Dice } from '../../support/dice.js';
import { steps as calls } from './admin-values.js';
import { randomCalls } from './random-calls.js';
import { randomTransactions } from './random-transactions.js';
import { steps as transactions } from './transactions.js';

/** ALIKE_SEED repeats the random requests of a failure, or tries others. */
const seed = Number(process.env['ALIKE_SEED'] ?? 12);

export const RANDOM_TRANSACTIONS = transactions(randomTransactions(new Dice(seed), 400));
export const RANDOM_CALLS = calls(randomCalls(new Dice(seed), 400));
