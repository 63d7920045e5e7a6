import { useQueryClient } from '@tanstack/react-query'
import type { NetworkInfo } from '@weft/contract'
import { confirm, TimeText, toast, useDialog, useText } from '@weft/ui'
import { Button, Tag } from 'antd'
import { networksChanged } from '../networks-changed.ts'
import { useNetworkRights } from '../network-rights.ts'
import { discardDraft, useDraft } from './draft.ts'
import './draft.css'
import * as text from './draft.text.ts'
import { DraftPreview } from './DraftPreview.tsx'

/** Shows the network's draft at the foot of its page to all who may see the network; hidden while there is none. */
export function DraftBar({ network }: { network: NetworkInfo }) {
  const t = useText(text)
  const queries = useQueryClient()
  const { edit } = useNetworkRights()
  const { network_number } = network
  const { draft } = useDraft(network_number)
  const preview = useDialog<true>()
  if (!draft || draft.changes.length === 0 || network.network_status !== 1) return null
  const discard = async () => {
    const body = t.discardBody(draft.changes.length, draft.author)
    if (!(await confirm({ title: t.discardTitle, body, action: t.discard, danger: true }))) return
    // A refusal was already shown: somebody else has changed the draft, which stays.
    await discardDraft(queries, network_number, draft).then(
      () => toast.success(t.discarded),
      () => undefined,
    )
  }
  return (
    <>
      <section className="draft-bar" aria-label={t.bar}>
        <span className="draft-about">
          <span role="status">{t.count(draft.changes.length)}</span>
          <small>
            {t.by(draft.author)}
            {draft.update_time !== null && (
              <>
                {' · '}
                <TimeText at={draft.update_time} />
              </>
            )}
            {draft.comment !== '' && ` · ${draft.comment}`}
          </small>
        </span>
        {edit ? (
          <>
            <Button onClick={() => void discard()}>{t.discard}</Button>
            <Button type="primary" onClick={() => preview.show(true)}>
              {t.preview}
            </Button>
          </>
        ) : (
          <>
            <Tag>{t.readOnly}</Tag>
            <Button onClick={() => preview.show(true)}>{t.view}</Button>
          </>
        )}
      </section>
      {preview.subject && (
        <DraftPreview
          network={network}
          draft={draft}
          readOnly={!edit}
          onClose={preview.close}
          onApplied={() => {
            preview.close()
            void networksChanged(queries)
          }}
        />
      )}
    </>
  )
}
