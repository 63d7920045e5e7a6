import { useText } from '@weft/ui'
import { Lines } from '@weft/ui/palette/item.tsx'
import * as shellText from '@weft/ui/palette/palette.text.ts'
import { PaletteDialog } from '@weft/ui/palette/PaletteDialog.tsx'
import { remember, type Target } from '@weft/ui/palette/recent.ts'
import { usePalette } from '@weft/ui/palette/use-palette.ts'
import { useNavigate } from 'react-router'
import { useOperator } from '../../shared/operator/use-operator.ts'
import { Found } from './Found.tsx'
import * as text from './palette.text.ts'

/** Finds customers, devices, tickets and pages by a few letters, and leads to them. It changes nothing. */
export function Palette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useText(text)
  const shell = useText(shellText)
  const navigate = useNavigate()
  const operator = useOperator()
  const palette = usePalette()
  const change = (next: boolean) => {
    onOpenChange(next)
    palette.setTyped('')
  }
  const go = (target: Target) => {
    remember(operator.username, target)
    change(false)
    void navigate(target.to)
  }
  return (
    <PaletteDialog
      palette={palette}
      open={open}
      onOpenChange={change}
      label={t.title}
      hint={t.hint}
      onKeyDown={(event) => palette.press(event, false)}
      keys={[['Enter', shell.open]]}
    >
      <Lines label={t.title}>
        <Found typed={palette.typed.trim()} operator={operator} onGo={go} onFirst={palette.markFirst} />
      </Lines>
    </PaletteDialog>
  )
}
