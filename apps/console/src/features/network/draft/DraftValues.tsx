import { useText } from '@weft/ui'
import { Alert, Button } from 'antd'
import * as text from './draft.text.ts'

/** Says that a panel shows values of the draft, and offers the present ones. */
export function DraftValues({ author, onPresent }: { author: string; onPresent: () => void }) {
  const t = useText(text)
  return (
    <Alert
      className="weft-dialog-note"
      type="info"
      showIcon
      title={t.values(author)}
      action={
        <Button size="small" onClick={onPresent}>
          {t.present}
        </Button>
      }
    />
  )
}
