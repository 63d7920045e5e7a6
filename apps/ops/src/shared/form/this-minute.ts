import { serverSeconds } from '@weft/ui/time/server-time.ts'

/** Returns the start of the current minute in Unix seconds, where a picker of minutes begins. */
export const thisMinute = (): number => Math.floor(serverSeconds() / 60) * 60
