const resets = new Set<() => void>()

/**
 * Names how a module that keeps something between pages goes back to how it was when it was loaded. A browser loads modules anew with the
 * page; tests share them.
 */
export function onReset(reset: () => void): void {
  resets.add(reset)
}

/** Puts the state of all modules back to how it was when they were loaded. */
export function resetModuleState(): void {
  for (const reset of resets) reset()
}
