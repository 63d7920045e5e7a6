/**
 * Gives the focus to a field of a dialog or drawer once it has moved in: called by antd's `afterOpenChange`. A user who was faster, and is
 * already in one of its fields, stays there: otherwise what they type would go on in another field.
 */
export function focusOnceOpen(shown: boolean, focus: () => unknown): void {
  if (shown && !isFilledIn()) focus()
}

/** Returns whether the focus is in a field of the dialog on top. */
function isFilledIn(): boolean {
  const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1)
  const active = document.activeElement
  return active !== null && active.matches('input, textarea, select') && dialog?.contains(active) === true
}
