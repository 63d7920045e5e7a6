const fields = 'input:not([disabled], [type=hidden], [type=radio]:not(:checked)), textarea:not([disabled]), [role=switch]:not([disabled])'

/** Focuses the first field that can be filled in (in a radio group the chosen option), or the first button if there is no field. */
export function focusFirst(part: HTMLElement | null): void {
  const first = part?.querySelector<HTMLElement>(fields) ?? part?.querySelector<HTMLElement>('button:not([disabled])')
  first?.focus()
}
