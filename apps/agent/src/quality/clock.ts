const began = Date.now() - performance.now()

/** Returns milliseconds since 1970 by a clock that only moves forward: it was set once, when the program started. */
export const steadyNow = (): number => began + performance.now()
