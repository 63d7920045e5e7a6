import { useQueryClient } from '@tanstack/react-query'
import type { NetworkInfo } from '@weft/contract'
import { useText, useUnsavedGuard } from '@weft/ui'
import { Button, Drawer } from 'antd'
import { useRef } from 'react'
import { useNetworkRights } from '../network-rights.ts'
import { useDraft } from '../draft/draft.ts'
import { draftBranches } from './bulk-draft.ts'
import './bulk.css'
import * as text from './bulk.text.ts'
import { BulkPreview } from './BulkPreview.tsx'
import { BulkSheet } from './BulkSheet.tsx'
import { BulkStart } from './BulkStart.tsx'
import { FreeDevices } from './FreeDevices.tsx'
import { Places } from './Places.tsx'
import { blocks } from './sheet-rows.ts'
import { useBulk } from './use-bulk.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

const WIDTH = 1120

interface Props {
  network: NetworkInfo
  onClose: () => void
}

/** Adds branches to a network by a sheet, which is pasted, read from a file or typed. Rows with problems stay to be corrected. */
export function BulkDrawer({ network, onClose }: Props) {
  const t = useText(text)
  const { edit } = useNetworkRights()
  const start = useRef<HTMLTextAreaElement>(null)
  const bulk = useBulk(network)
  const { rows, asked, answer, good, checking, issues } = bulk
  const guard = useUnsavedGuard(asked.length > 0, 'add')
  const bad = [...issues.values()].filter((found) => found.some(blocks)).length
  const over = answer?.over ?? 0
  const queries = useQueryClient()
  const { draft: seen } = useDraft(network.network_number)
  const draft = async () => {
    if (await draftBranches(queries, network, good, seen)) guard.leave(onClose)
  }
  const started = rows.length > 0
  return (
    <Drawer
      open
      size={WIDTH}
      title={t.title(network.network_name)}
      className="bulk"
      onClose={() => void guard.close(onClose)}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => start.current?.focus())}
      footer={
        <div className="bulk-foot">
          <span className="bulk-foot-note">{bad > 0 ? t.badStay(bad) : over > 0 ? t.overStay(over) : started ? t.soon : <Places />}</span>
          <Button onClick={() => void guard.close(onClose)}>{t.cancel}</Button>
          {started && bad === 0 && (
            <Button disabled={good.length === 0 || over > 0} onClick={() => void draft()}>
              {t.draft}
            </Button>
          )}
          <Button
            type="primary"
            disabled={!edit || good.length === 0 || checking}
            loading={bulk.adding}
            onClick={() => bulk.add(() => guard.leave(onClose))}
          >
            {t.add(good.length)}
          </Button>
        </div>
      }
    >
      <div className="bulk-body">
        <div className="bulk-left">{started ? <BulkSheet bulk={bulk} /> : <BulkStart ref={start} bulk={bulk} />}</div>
        <aside className="bulk-right" aria-label={started ? t.preview : t.free}>
          {started ? (
            <BulkPreview network={network} bulk={bulk} />
          ) : (
            <FreeDevices network_number={network.network_number} onFill={bulk.read} />
          )}
        </aside>
      </div>
    </Drawer>
  )
}
