let arrived = false

/** Says that the next page heading was reached by a navigation and takes the focus. */
export function markArrival(): void {
  arrived = true
}

/** Whether a navigation led here; asked once. */
export function takeArrival(): boolean {
  const was = arrived
  arrived = false
  return was
}
