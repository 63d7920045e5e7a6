import { type Place, placeText } from '@weft/contract'
import { useText } from '@weft/ui'
import { Button } from 'antd'
import * as text from './region-guess.text.ts'

interface Props {
  guess: Place | null
  onConfirm: (guess: Place) => void
  /** Called by 「修改」; left out where the place is edited right there. */
  onEdit?: () => void
}

/** Shows where a member seems to be by its public address, to be confirmed; nothing if that is not known. */
export function RegionGuess({ guess, onConfirm, onEdit }: Props) {
  const t = useText(text)
  if (!guess) return null
  return (
    <p>
      {t.guess(placeText(guess))}
      <Button type="link" size="small" onClick={() => onConfirm(guess)}>
        {t.confirm}
      </Button>
      {onEdit && (
        <Button type="link" size="small" onClick={onEdit}>
          {t.edit}
        </Button>
      )}
    </p>
  )
}
