/** Stores the minutes of traffic that the gateway receives. */
export { keepTraffic, type TrafficRow } from './keep.queries.ts'
