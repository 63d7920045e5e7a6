import { useQueryClient } from '@tanstack/react-query'
import type { NetworkInfo } from '@weft/contract'
import { confirm, toast, useDialog, useText } from '@weft/ui'
import { Button } from 'antd'
import { networksChanged } from '../networks-changed.ts'
import { useNetworkRights } from '../network-rights.ts'
import { clearDraft, useDraft } from './draft.ts'
import './draft.css'
import * as text from './draft.text.ts'
import { DraftPreview } from './DraftPreview.tsx'

/** Shows the network's draft at the foot of its page; hidden if the draft is empty or nothing may be changed. */
export function DraftBar({ network }: { network: NetworkInfo }) {
  const t = useText(text)
  const queries = useQueryClient()
  const { edit } = useNetworkRights()
  const { network_number } = network
  const changes = useDraft(network_number)
  const preview = useDialog<true>()
  if (changes.length === 0 || !edit || network.network_status !== 1) return null
  const discard = async () => {
    const yes = await confirm({ title: t.discardTitle, body: t.discardBody(changes.length), action: t.discard, danger: true })
    if (!yes) return
    clearDraft(network_number)
    toast.success(t.discarded)
  }
  return (
    <>
      <section className="draft-bar" aria-label={t.bar}>
        <span role="status">{t.count(changes.length)}</span>
        <Button onClick={() => void discard()}>{t.discard}</Button>
        <Button type="primary" onClick={() => preview.show(true)}>
          {t.preview}
        </Button>
      </section>
      {preview.subject && (
        <DraftPreview
          network={network}
          changes={changes}
          onClose={preview.close}
          onApplied={(revision) => {
            preview.close()
            clearDraft(network_number)
            toast.success(t.applied(revision))
            void networksChanged(queries)
          }}
        />
      )}
    </>
  )
}
