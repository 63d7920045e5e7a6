import { watchThread, withPage } from './browser.ts'
import { atLeast, atMost, type Bench, round } from './figure.ts'
import { watchFrames } from './frames.ts'

/** Charts on the page, each with 40 points and a new one every second, as a member's live traffic has. */
const CHARTS = 40
const FRAMES_A_SECOND = 60
/** Allows for the difference between the clocks of screen and processor. */
const SLACK = 0.98
const SECONDS = 10
/** The largest busy share of the thread; the rest is for the user's input. */
const BUSY = 0.5

/** Measures the frames of a page of live charts while a mouse moves over them, and the cost of a frame. */
export const charts: Bench = (say) =>
  withPage('charts', async (browser, address) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
    await page.goto(`${address}?charts=${CHARTS}`)
    await page
      .locator('canvas')
      .nth(CHARTS - 1)
      .waitFor({ state: 'attached' })
    const worked = await watchThread(page)
    const before = await worked()
    const watched = watchFrames(page, SECONDS * 1000)
    for (let at = 0; at < SECONDS * 20; at += 1) {
      await page.mouse.move(100 + ((at * 37) % 1200), 100 + ((at * 23) % 800))
      await page.waitForTimeout(40)
    }
    const frames = await watched
    const share = ((await worked()) - before) / SECONDS
    const sorted = frames.toSorted((a, b) => a - b)
    const late = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
    say(`${frames.length} frames in ${SECONDS} s; of a hundred, the longest but one took ${round(late)} ms`)
    return [
      atLeast(`${CHARTS} live charts: frames a second`, FRAMES_A_SECOND * SLACK, frames.length / SECONDS, ''),
      atMost(`${CHARTS} live charts: share of the page’s thread`, BUSY * 100, share * 100, '%'),
    ]
  })
