/** Stores the minutes of traffic that the gateway receives, of interfaces and of links. */
export { keepTraffic, type TrafficRow } from './keep.queries.ts'
export { linkInterface } from './link.rules.ts'
