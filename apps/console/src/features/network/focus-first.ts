const fields = 'input:not([disabled], [type=hidden], [type=radio]:not(:checked)), textarea:not([disabled]), [role=switch]:not([disabled])'

/** Puts the keyboard on the first field that can be filled in; of a group of choices on the chosen one. Without any, on the first button. */
export function focusFirst(part: HTMLElement | null): void {
  const first = part?.querySelector<HTMLElement>(fields) ?? part?.querySelector<HTMLElement>('button:not([disabled])')
  first?.focus()
}
