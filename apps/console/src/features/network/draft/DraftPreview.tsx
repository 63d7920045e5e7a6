import { DeleteOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  check,
  type ChangeStep,
  contract,
  MAX_DRAFT_COMMENT,
  type NetworkChange,
  type NetworkDraft,
  type NetworkInfo,
  refusalText,
} from '@weft/contract'
import { ApiRefusal, call, ErrorState, language, Skeleton, toast, useText } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { WithSupport } from '@weft/ui/site/WithSupport.tsx'
import { Alert, Button, Drawer, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import '@weft/ui/dialog/dialog.css'
import '../settings/settings.css'
import { StepEffect } from '../apply/StepEffect.tsx'
import { applying } from '../../../shared/apply/applying.ts'
import { nameOf } from '../../../shared/member/MemberName.tsx'
import { commentDraft, removeFromDraft } from './draft.ts'
import * as text from './draft.text.ts'
import { Impact, Sentences } from '../../../shared/network/Impact.tsx'

interface Props {
  network: NetworkInfo
  draft: NetworkDraft
  /** The changes are shown and cannot be applied: without their effects, which only an editor may ask for. */
  readOnly: boolean
  onClose: () => void
  onApplied: () => void
}

/** Shows a draft before it is applied: its changes, the resulting configuration, and the effects on the members. */
export function DraftPreview({ network, draft, readOnly, onClose, onApplied }: Props) {
  const t = useText(text)
  const spoken = language.use()
  const queries = useQueryClient()
  const { network_number } = network
  const { changes, version } = draft
  const [comment, setComment] = useState(draft.comment)
  const read = check(contract.networkRevisions.draft_save.input.shape.comment, comment, spoken, t.comment)
  const saveComment = () => (read.ok ? void commentDraft(queries, network_number, read.value) : toast.warning(read.errors[0]!.msg))
  const [moved, setMoved] = useState(false)
  const { changes: endpoint } = contract.networkRevisions
  const preview = useQuery({
    // A separate key, so that applying does not refetch the preview. Changes by others are reported when applying, so that nothing
    // moves while the user is about to press.
    queryKey: ['draft', network_number, changes],
    queryFn: ({ signal }) =>
      call(endpoint, { network_number, changes: [...changes], dry_run: true }, { quiet: true, missing: 'stay', signal }),
    gcTime: 0,
    enabled: !readOnly,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const { data } = preview
  const apply = useMutation({
    // Apply upon the revision that the preview was made from; `coming` is the one after it.
    mutationFn: async (coming: number) => {
      const input = { network_number, changes: [...changes], draft: version }
      return applying.save(network_number, comment || t.count(changes.length), () =>
        call(endpoint, input, { quiet: true, missing: 'stay', ifMatch: coming - 1 }),
      )
    },
    onSuccess: onApplied,
    onError: (error) => {
      if (error instanceof ApiRefusal && error.msg === refusalText('changedElsewhere', undefined, spoken)) {
        setMoved(true)
        apply.reset()
      } else setMoved(false)
      void queries.invalidateQueries({ queryKey: [contract.networkRevisions.draft.path, { network_number }] })
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
          {!readOnly && (
            <Button
              type="primary"
              loading={apply.isPending}
              disabled={data === undefined || preview.isError || preview.isFetching || nothing || !read.ok}
              onClick={() => data && apply.mutate(data.revision)}
            >
              {t.apply}
            </Button>
          )}
        </div>
      }
    >
      {moved && <Alert className="weft-dialog-note" type="warning" showIcon role="alert" title={t.moved} />}
      {refusal && problems.size === 0 && (
        <Alert className="weft-dialog-note" type="error" showIcon role="alert" title={<WithSupport sentence={refusal.msg} />} />
      )}
      <Section title={t.changes}>
        <ul className="draft-changes">
          {changes.map((change, i) => (
            <ChangeRow
              key={JSON.stringify(change)}
              members={[...network.member, ...draft.members]}
              change={change}
              problem={problems.get(i)}
              step={data && changes.length === 1 ? { text: '', impact: data.impact } : data?.steps[i]}
              onRemove={
                readOnly
                  ? undefined
                  : () => {
                      void removeFromDraft(queries, network_number, [change])
                      if (changes.length === 1) onClose()
                    }
              }
            />
          ))}
        </ul>
      </Section>
      <Section title={t.comment}>
        {readOnly ? (
          draft.comment || t.noComment
        ) : (
          <Input.TextArea
            aria-label={t.comment}
            value={comment}
            placeholder={t.commentHint}
            count={counted(MAX_DRAFT_COMMENT)}
            status={read.ok ? '' : 'error'}
            aria-invalid={!read.ok}
            autoSize={{ minRows: 2, maxRows: 4 }}
            onChange={({ target: { value } }) => setComment(value)}
            onBlur={saveComment}
          />
        )}
      </Section>
      {readOnly ? null : preview.isPending ? (
        <>
          <p role="status">{t.checking}</p>
          <Skeleton title={false} />
        </>
      ) : preview.isError ? (
        !refusal && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
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
  /** Those of the network, and those that left it and that the draft names. */
  members: readonly { router_name: string; note: string }[]
  change: NetworkChange
  problem: string | undefined
  /** What it does, once that is known. */
  step: ChangeStep | undefined
  onRemove: (() => void) | undefined
}

function ChangeRow({ members, change: { call: name, input }, problem, step, onRemove }: RowProps) {
  const t = useText(text)
  const member = members.find(({ router_name }) => router_name === input['router_name'])
  const subject = member ? nameOf(member) : input['router_name']
  const what = typeof subject === 'string' ? t.ofMember(t.calls[name], subject) : t.calls[name]
  return (
    <li>
      <span>
        {what}
        {step && problem === undefined && (
          <small>
            {step.text !== '' && `${step.text} · `}
            <StepEffect impact={step.impact} />
          </small>
        )}
        {problem !== undefined && (
          <span role="alert" className="draft-problem">
            {problem}
          </span>
        )}
      </span>
      {onRemove && (
        <Button type="text" icon={<DeleteOutlined aria-hidden />} aria-label={t.removeOf(what)} title={t.remove} onClick={onRemove} />
      )}
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
