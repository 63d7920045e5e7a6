import { plain } from '@weft/contract'
import { Input, type InputProps } from 'antd'
import type { KeyboardEvent } from 'react'

interface Props extends Omit<InputProps, 'value' | 'onChange' | 'type' | 'min' | 'max' | 'maxLength'> {
  /** A number; or what was typed, if that is none. */
  value?: number | string | null
  onChange?: (value: number | string | null) => void
  /** The bounds, which readers of a screen hear and the arrow keys keep to. What is typed is kept, and judged by the form's rule. */
  min: number
  max: number
}

/** Returns what was typed as a number, if it is one; null for an empty field. */
const read = (typed: string): number | string | null => {
  const text = plain(typed)
  if (text === '') return null
  return /^-?\d+(\.\d+)?$/.test(text) && Number.isSafeInteger(Math.trunc(Number(text))) ? Number(text) : typed
}

/**
 * Shows a field for a whole number that keeps whatever was typed, for the form to say what is wrong with it: nothing is cut, rounded or
 * pulled between the bounds.
 */
export function NumberInput({ value, onChange, min, max, onKeyDown, ...input }: Props) {
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onChange?.(Math.min(max, Math.max(min, (typeof value === 'number' ? Math.round(value) : min - by) + by)))
  }
  return (
    <Input
      {...input}
      role="spinbutton"
      inputMode="numeric"
      autoComplete="off"
      aria-valuemin={min}
      aria-valuemax={max}
      {...(typeof value === 'number' ? { 'aria-valuenow': value } : {})}
      value={value ?? ''}
      onChange={(event) => onChange?.(read(event.target.value))}
      onKeyDown={step}
    />
  )
}
