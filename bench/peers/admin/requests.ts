import type { PreparedRequest } from '../../measure/load.js';
import { times, type AdminScenario } from '../peer.js';
import { ADMINISTRATOR } from './shop-rows.js';

/** Path below the origin, for both Gatehouse and the hand-written endpoint. */
export const API = '/backend/api/v1';
export const LOGIN = '/auth/login';
export const PRODUCTS = '/bench/shop/products';
export const FEED = '/bench/shop/feed';
export const PARTIAL = `${PRODUCTS}/partials/stock`;

const FILTERED = 'per_page=25&filter[status]=live&sort=-created_at';
const PAGES = 40;
const TERMS = ['kettle 123', 'lamp 77', 'heavy mirror', 'quiet clock 5', 'carpet 9', 'old shelf 41', 'round bucket'];

/** Request number `index` of a scenario, spread over `rows` products. */
const REQUESTS: Readonly<Record<AdminScenario, (index: number, rows: number) => PreparedRequest>> = {
  'admin-list': (index) => get(`${PRODUCTS}?${FILTERED}&page=${String(1 + (index % PAGES))}`),
  'admin-page': (index) => get(`${FEED}?${FILTERED}&page=${String(1 + (index % PAGES))}`),
  'admin-search': (index) =>
    get(`${PRODUCTS}?per_page=25&sort=name&search=${encodeURIComponent(TERMS[index % TERMS.length] ?? '')}`),
  'admin-show': (index, rows) => get(product(index, rows)),
  'admin-update': (index, rows) => ({
    method: 'PUT',
    ...json(product(index, rows), { stock: index % 500, price: `${String(index % 100)}.50` }),
  }),
  'admin-partial': () => get(PARTIAL),
  'admin-login': () => ({ method: 'POST', ...json(LOGIN, ADMINISTRATOR) }),
};

export function adminRequests(scenario: AdminScenario, count: number, rows: number): Promise<PreparedRequest[]> {
  return times(count, (index) => REQUESTS[scenario](index, rows));
}

function get(path: string): PreparedRequest {
  return { method: 'GET', path: API + path };
}

export function json(path: string, body: object) {
  return { path: API + path, contentType: 'application/json', body: JSON.stringify(body) };
}

/** Spreads requests over the table, so that no page of it stays cached from the last request. */
function product(index: number, rows: number): string {
  return `${PRODUCTS}/${String(1 + ((index * 7919) % rows))}`;
}
