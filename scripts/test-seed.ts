import fc from 'fast-check'

/**
 * The seed of every property. `npm test` must answer the same each time, so it is fixed there; the proofs look further, with a random one
 * that they print, and `WEFT_TEST_SEED` repeats it.
 */
const { WEFT_TEST_SEED = '20261129' } = process.env

fc.configureGlobal({ seed: Number(WEFT_TEST_SEED) })
