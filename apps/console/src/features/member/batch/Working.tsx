import { LoadingOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import * as text from './batch.text.ts'
import { useSlow } from './use-slow.ts'

/** Shows the work in progress, and adds a hint once it takes long. */
export function Working({ what }: { what: string | undefined }) {
  const t = useText(text)
  const slow = useSlow(what !== undefined)
  return (
    <div role="status">
      {what && (
        <p className="batch-working">
          <LoadingOutlined aria-hidden /> {what}
          {slow && <span className="batch-slow">{t.slow}</span>}
        </p>
      )}
    </div>
  )
}
