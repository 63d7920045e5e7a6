import type Sharp from 'sharp'

let loading: Promise<typeof Sharp> | undefined
/** The library that draws, from the first picture on: it takes memory and a moment of its own. */
export const loadSharp = (): Promise<typeof Sharp> =>
  (loading ??= import('sharp').then(({ default: sharp }) => {
    // Only these loaders read what strangers send; the others cannot be reached, whatever the bytes say.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadNsgifBuffer'] })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  }))
