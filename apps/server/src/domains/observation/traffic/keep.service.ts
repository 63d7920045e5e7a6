/** Keeps the minutes of traffic that the gateway is given. */
export { keepTraffic, type TrafficRow } from './keep.queries.ts'
