import { DAY_MS } from '@weft/contract'
/** The source of the time, which tests can move. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

/** Repeats work every so many seconds, until the function that it returns is called. */
export type Every = (seconds: number, work: () => void) => () => void
export const everyByTimer: Every = (seconds, work) => {
  const timer = setInterval(work, seconds * 1000)
  return () => clearInterval(timer)
}

/** Seconds that a device's clock may be ahead of the server's. */
export const DEVICE_AHEAD_SECONDS = 120

/** Returns a moment in whole Unix seconds. */
export const unix = (at: Date): number => Math.floor(at.getTime() / 1000)
/** Returns the moment `seconds` after another; negative for before. */
export const after = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)
/** Returns the moment of whole Unix seconds. */
export const fromUnix = (seconds: number): Date => new Date(seconds * 1000)

const dayBegins = (day: string): Date => new Date(`${day}T00:00:00+08:00`)
/** Returns when these days (`yyyy-MM-dd`, both included) begin in Shanghai, and when they have ended. */
export const daysBetween = ({ start_time, end_time }: { start_time?: string | undefined; end_time?: string | undefined }) => ({
  from: start_time === undefined ? undefined : dayBegins(start_time),
  until: end_time === undefined ? undefined : new Date(dayBegins(end_time).getTime() + DAY_MS),
})

const SHANGHAI = { timeZone: 'Asia/Shanghai', dateStyle: 'short' } as const
/** The day in Shanghai as `yyyy-MM-dd`. */
export const shanghaiDay = new Intl.DateTimeFormat('sv-SE', SHANGHAI)
/** The moment in Shanghai as `yyyy-MM-dd HH:mm:ss`. */
export const shanghaiTime = new Intl.DateTimeFormat('sv-SE', { ...SHANGHAI, timeStyle: 'medium' })
/** Returns the moment in Shanghai as `yyyyMMdd-HHmm`, for names of files. */
export const fileStamp = (at: Date): string => shanghaiTime.format(at).slice(0, 16).replaceAll(/[-:]/g, '').replace(' ', '-')
