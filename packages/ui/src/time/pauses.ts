let skipped = false

/**
 * Returns the milliseconds to wait where the page lets people finish: typing, reading a success, or a device that answers. Each such wait
 * of the product is given through here, so that tests need not sit through it.
 */
export const pauseOf = (milliseconds: number): number => (skipped ? 0 : milliseconds)

/** Makes every pause 0, or restores them. Tests begin with none (`../testing/clean-up.ts`); one about a pause restores them first. */
export function skipPauses(skip: boolean): void {
  skipped = skip
}
