import type Sharp from 'sharp'

let loading: Promise<typeof Sharp> | undefined
/** Loads the picture library at the first call, since loading takes memory and time. */
export const loadSharp = (): Promise<typeof Sharp> =>
  (loading ??= import('sharp').then(({ default: sharp }) => {
    // Only these loaders may read uploaded bytes; all others are blocked, whatever format the bytes have.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadNsgifBuffer'] })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  }))
