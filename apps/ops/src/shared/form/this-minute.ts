/** Where a picker of minutes begins: Unix seconds. */
export const thisMinute = (): number => Math.floor(Date.now() / 60_000) * 60
