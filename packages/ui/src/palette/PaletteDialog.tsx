import { CloseCircleOutlined, SearchOutlined } from '@ant-design/icons'
import { Command, useCommandState } from 'cmdk'
import type { KeyboardEvent, ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import './palette.css'
import * as text from './palette.text.ts'
import type { PaletteState } from './use-palette.ts'

interface Props {
  palette: PaletteState
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What the palette is for. */
  label: string
  /** Shown in the empty field. */
  hint: string
  /** The action whose second step is shown, and what goes back from it. */
  token?: string | undefined
  onBack?: () => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  /** What the keys do, besides the arrows: the key and the word. */
  keys: readonly (readonly [key: string, does: string])[]
  note?: string
  children: ReactNode
}

/** Draws a palette: the field, its lines, and which keys do what. */
export function PaletteDialog({ palette, open, onOpenChange, label, hint, token, onBack, onKeyDown, keys, note, children }: Props) {
  const t = useText(text)
  const { field, typed, selected, setTyped, setSelected } = palette
  return (
    <Command.Dialog
      open={open}
      onOpenChange={onOpenChange}
      label={label}
      shouldFilter={false}
      loop
      value={selected}
      onValueChange={setSelected}
      overlayClassName="palette-overlay"
      contentClassName="palette"
    >
      <div className="palette-field">
        <SearchOutlined aria-hidden="true" />
        {token !== undefined && (
          <button type="button" className="palette-token" aria-label={`${token}: ${t.back}`} onClick={onBack}>
            {token} <CloseCircleOutlined aria-hidden="true" />
          </button>
        )}
        <Command.Input ref={field} value={typed} onValueChange={setTyped} onKeyDown={onKeyDown} placeholder={hint} />
        <kbd aria-hidden="true">Esc</kbd>
      </div>
      {children}
      {token === undefined && <Count typed={typed} />}
      {/* For those who see; the roles of the list say the same to screen readers. */}
      <div className="palette-keys" aria-hidden="true">
        {[['↑↓', t.choose] as const, ...keys].map(([key, does]) => (
          <span key={key}>
            <kbd>{key}</kbd> {does}
          </span>
        ))}
        {note !== undefined && <span className="palette-careful">{note}</span>}
      </div>
    </Command.Dialog>
  )
}

/** Tells a screen reader how many lines there are for what was typed. */
function Count({ typed }: { typed: string }) {
  const t = useText(text)
  const count = useCommandState(({ filtered }) => filtered.count)
  return (
    <p role="status" className="weft-hidden">
      {typed.trim() !== '' && t.count(count)}
    </p>
  )
}
