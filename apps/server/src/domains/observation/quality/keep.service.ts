/** Stores the minutes of the quality of links that the gateway receives. */
export { keepQuality, type QualityRow } from './keep.queries.ts'
