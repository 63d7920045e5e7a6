/** Returns the start of the current minute in Unix seconds, where a picker of minutes begins. */
export const thisMinute = (): number => Math.floor(Date.now() / 60_000) * 60
