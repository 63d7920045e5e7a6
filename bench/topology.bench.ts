import type { Browser } from '@playwright/test'
import { watchThread, withPage } from './browser.ts'
import { atMost, type Bench, type Figure, median, round } from './figure.ts'
import { watchFrames } from './frames.ts'

const USABLE_MS = 1500
/** 60 frames a second, allowing for the difference between the clocks of screen and processor. */
const FRAME_MS = 17
const PAN_SECONDS = 5

/** Measures how long a network's drawing takes until it can be used, and its frames while it is panned. */
export const topology: Bench = (say) =>
  withPage('topology', async (browser, address) => [
    ...(await drawn(browser, address, 1000, say)),
    ...(await drawn(browser, address, 5000, say)),
  ])

async function drawn(browser: Browser, address: string, branches: number, say: (line: string) => void): Promise<Figure[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(() => {
    // Marks the time at which the first frame with nodes was painted, by the page's own clock.
    const look = () => {
      if (!document.querySelector('.topology-group')) return requestAnimationFrame(look)
      return requestAnimationFrame(() => performance.mark('usable'))
    }
    requestAnimationFrame(look)
  })
  const thread = await watchThread(page)
  await page.goto(`${address}?branches=${branches}`)
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
  const usable = await page.evaluate(() => performance.getEntriesByName('usable')[0]!.startTime)
  const worked = (await thread()) * 1000
  const first = page.locator('.topology-group-head').first()
  await first.click()
  await page.locator('.topology-chip').first().waitFor()
  const watched = watchFrames(page, PAN_SECONDS * 1000)
  await page.mouse.move(720, 260)
  await page.mouse.down()
  for (let at = 0; at < PAN_SECONDS * 40; at += 1) {
    await page.mouse.move(720 + 200 * Math.sin(at / 9), 260 + 60 * Math.cos(at / 7))
    await page.waitForTimeout(20)
  }
  await page.mouse.up()
  const frames = await watched
  await page.close()
  const sorted = frames.toSorted((a, b) => a - b)
  say(`${branches} branches: ${round(worked)} ms of the page’s thread until the drawing can be used`)
  say(
    `${branches} branches: ${frames.length} frames in ${PAN_SECONDS} s; of a hundred, the longest but one took ${round(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN)} ms`,
  )
  return [
    atMost(`${branches} branches: until the drawing can be used`, USABLE_MS, usable, 'ms'),
    atMost(`${branches} branches: the middle frame while it is panned`, FRAME_MS, median(frames), 'ms'),
  ]
}
