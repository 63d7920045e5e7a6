import type { Page } from '@playwright/test'

/** The lengths of a page's frames in the time that begins now, in ms. */
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
