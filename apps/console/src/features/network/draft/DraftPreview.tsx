import { DeleteOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { contract, type NetworkChange, type NetworkInfo } from '@weft/contract'
import { ApiRefusal, call, ErrorState, Skeleton, useText } from '@weft/ui'
import { Alert, Button, Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import '@weft/ui/dialog/dialog.css'
import '../settings/settings.css'
import { removeFromDraft } from './draft.ts'
import * as text from './draft.text.ts'
import { Impact, Sentences } from '../../../shared/network/Impact.tsx'

interface Props {
  network: NetworkInfo
  changes: readonly NetworkChange[]
  onClose: () => void
  onApplied: (revision: number) => void
}

/** Refusal code: the network has another revision than the one that was previewed. */
const CHANGED_ELSEWHERE = 409

/** Shows a draft before it is applied: its changes, the resulting configuration, and the effects on the members. */
export function DraftPreview({ network, changes, onClose, onApplied }: Props) {
  const t = useText(text)
  const { network_number } = network
  const [moved, setMoved] = useState(false)
  const { changes: endpoint } = contract.networkRevisions
  const preview = useQuery({
    // A separate key, so that applying does not refetch the preview. Changes by others are reported when applying, so that nothing
    // moves while the user is about to press.
    queryKey: ['draft', network_number, changes],
    queryFn: ({ signal }) =>
      call(endpoint, { network_number, changes: [...changes], dry_run: true }, { quiet: true, missing: 'stay', signal }),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const { data } = preview
  const apply = useMutation({
    // Apply upon the revision that the preview was made from; `coming` is the one after it.
    mutationFn: (coming: number) =>
      call(endpoint, { network_number, changes: [...changes] }, { quiet: true, missing: 'stay', ifMatch: coming - 1 }),
    onSuccess: (applied) => onApplied(applied.revision),
    onError: (error) => {
      if (error instanceof ApiRefusal && error.code === CHANGED_ELSEWHERE) {
        setMoved(true)
        apply.reset()
      }
      void preview.refetch()
    },
  })
  const refusal = [apply.error, preview.error].find((error) => error instanceof ApiRefusal)
  const problems = problemsOf(refusal)
  const nothing = data !== undefined && data.diff.length === 0
  return (
    <Drawer
      open
      size={880}
      title={t.title(network.network_name)}
      onClose={onClose}
      footer={
        <div className="setting-foot setting-foot-end">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button
            type="primary"
            loading={apply.isPending}
            disabled={data === undefined || preview.isError || preview.isFetching || nothing}
            onClick={() => data && apply.mutate(data.revision)}
          >
            {t.apply}
          </Button>
        </div>
      }
    >
      {moved && <Alert className="weft-dialog-note" type="warning" showIcon role="alert" title={t.moved} />}
      {refusal && problems.size === 0 && <Alert className="weft-dialog-note" type="error" showIcon role="alert" title={refusal.msg} />}
      <Section title={t.changes}>
        <ul className="draft-changes">
          {changes.map((change, i) => (
            <ChangeRow
              key={JSON.stringify(change)}
              network={network}
              change={change}
              problem={problems.get(i)}
              onRemove={() => {
                removeFromDraft(network_number, change)
                if (changes.length === 1) onClose()
              }}
            />
          ))}
        </ul>
      </Section>
      {preview.isPending ? (
        <>
          <p role="status">{t.checking}</p>
          <Skeleton title={false} />
        </>
      ) : preview.isError ? (
        !refusal && <ErrorState onRetry={() => void preview.refetch()} />
      ) : (
        <>
          <Section title={t.diff}>{nothing ? t.same : <Sentences diff={preview.data.diff} />}</Section>
          {!nothing && (
            <Section title={t.impact}>
              <Impact impact={preview.data.impact} members={network.member.length} />
            </Section>
          )}
        </>
      )}
    </Drawer>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="draft-section">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

interface RowProps {
  network: NetworkInfo
  change: NetworkChange
  problem: string | undefined
  onRemove: () => void
}

function ChangeRow({ network, change: { call: name, input }, problem, onRemove }: RowProps) {
  const t = useText(text)
  const member = network.member.find(({ router_name }) => router_name === input['router_name'])
  const subject = member ? member.note || member.router_name : input['router_name']
  const what = typeof subject === 'string' ? t.ofMember(t.calls[name], subject) : t.calls[name]
  return (
    <li>
      <span>
        {what}
        {problem !== undefined && (
          <span role="alert" className="draft-problem">
            {problem}
          </span>
        )}
      </span>
      <Button type="text" icon={<DeleteOutlined aria-hidden />} aria-label={t.removeOf(what)} title={t.remove} onClick={onRemove} />
    </li>
  )
}

/** Returns the error of each change by its index: a 422 names it as `changes.2` or a field below. */
function problemsOf(refusal: ApiRefusal | undefined): ReadonlyMap<number, string> {
  const problems = new Map<number, string>()
  for (const { field, msg } of refusal?.errors ?? []) {
    const [, at] = /^changes\.(\d+)/.exec(field) ?? []
    if (at !== undefined) problems.set(Number(at), msg)
  }
  return problems
}
