/** Seconds in which pictures and tries are counted together, from the first one on. */
export const COUNTED_SECONDS = 900
/** Pictures that a network draws in that time without work: an office, or the customers of a provider behind one address. */
export const FREE_PICTURES = 60
/** Tries of one name, from all addresses, without work. */
export const FREE_TRIES = 10
/** Pictures that a network may answer with work alone, and the seconds in which they are counted. */
export const WITHOUT_PICTURE = 10
export const WITHOUT_PICTURE_SECONDS = 3600

/** The least and the most work, in hashes: about half a second of a usual device, and about ten. */
const LEAST_WORK = 250_000
const MOST_WORK = 5_000_000

/** Returns the work of the next try in hashes: none for the first ones, then in proportion to the number of tries. */
export const workAfter = (counted: number, free: number): number =>
  counted <= free ? 0 : Math.min(MOST_WORK, Math.round((LEAST_WORK * counted) / free))

/** Returns the work to ask for when it was too small: a quarter more, since others may try the same name meanwhile. */
export const workToAsk = (work: number): number => Math.round(work * 1.25)
