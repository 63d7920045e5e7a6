import type { Page } from '@playwright/test'

/** Returns the lengths of a page's frames during the given time from now, in ms. */
export const watchFrames = (page: Page, milliseconds: number): Promise<number[]> =>
  page.evaluate(
    (lasting) =>
      new Promise<number[]>((done) => {
        const frames: number[] = []
        const begun = performance.now()
        let last = begun
        const frame = (now: number) => {
          frames.push(now - last)
          last = now
          if (now - begun < lasting) requestAnimationFrame(frame)
          else done(frames)
        }
        requestAnimationFrame(frame)
      }),
    milliseconds,
  )
