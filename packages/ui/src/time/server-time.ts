import { onReset } from '../store/module-state.ts'

/** Milliseconds by which the server's clock is ahead of the browser's; 0 as long as the server's answers agree with it. */
let ahead = 0
onReset(() => (ahead = 0))

/** Returns the server's time in Unix milliseconds. The browser's own clock may be hours wrong, so nothing that the server dated is compared with it. */
export const serverNow = (): number => Date.now() + ahead

/** Returns the server's time in Unix seconds. */
export const serverSeconds = (): number => serverSecondsAt(Date.now())

/** Returns the server's time in Unix seconds at a moment of the browser's clock, such as `dataUpdatedAt` of a query. @param local in Unix milliseconds */
export const serverSecondsAt = (local: number): number => (local + ahead) / 1000

/**
 * Learns the server's time from an answer. Its header names the second in which the server wrote it (RFC 9110, 6.6.1), so the clocks differ
 * by no less than if it was written just now, and no more than if it was written as soon as the question was sent.
 * @param date the header `Date`; null if the answer has none
 * @param asked when the question was sent, in Unix milliseconds by the browser's clock
 */
export function learnTime(date: string | null, asked: number): void {
  const second = Date.parse(date ?? '')
  if (Number.isNaN(second)) return
  const least = second - Date.now()
  const most = second + 1000 - asked
  if (ahead < least || ahead > most) ahead = Math.round((least + most) / 2)
}
