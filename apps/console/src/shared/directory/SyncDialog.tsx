import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type DirectorySynced } from '@weft/contract'
import { ApiRefusal, call, ErrorState, toast, useText } from '@weft/ui'
import { Alert, Button, Modal, Spin, Tag } from 'antd'
import { useEffect, useRef } from 'react'
import '@weft/ui/dialog/dialog.css'
import { directoryChanged } from './directory-changed.ts'
import './sync.css'
import * as text from './sync.text.ts'

const COUNTS = ['added', 'changed', 'disabled', 'enabled', 'not_fit', 'refused'] as const

/** Reads the directory, shows what a synchronisation would change, and runs it after a confirmation. */
export function SyncDialog({ onClose }: { onClose: () => void }) {
  const t = useText(text)
  const queries = useQueryClient()
  const look = useMutation({
    mutationFn: async () => {
      const { hash } = await call(contract.directory.user, { refresh: '1', limit: 1 }, { quiet: true })
      return { hash, plan: await call(contract.directory.sync, { hash, dry_run: 1 }, { quiet: true }) }
    },
  })
  const sync = useMutation({
    mutationFn: async (hash: string) => {
      let said = ''
      const { queued } = await call(contract.directory.sync, { hash }, { quiet: true, told: (msg) => (said = msg) })
      return { said, queued }
    },
    onSuccess: ({ said, queued }) => {
      // What goes on in the background is not done yet.
      if (queued === 1) toast.info(said)
      else toast.success(said)
      onClose()
    },
    onSettled: () => directoryChanged(queries),
  })
  const { mutate } = look
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])
  const problem = look.error ?? sync.error
  const plan = look.data?.plan
  const busy = look.isPending || sync.isPending
  const nothing = plan !== undefined && plan.added + plan.changed + plan.disabled + plan.enabled === 0
  return (
    <Modal open width={560} title={t.title} onCancel={onClose} footer={null} destroyOnHidden>
      <div className="sync-plan" aria-live="polite" aria-busy={busy}>
        {look.isPending && (
          <p className="sync-wait">
            <Spin size="small" /> {t.reading} <span>{t.slow}</span>
          </p>
        )}
        {problem instanceof ApiRefusal ? (
          <Alert
            type="warning"
            showIcon
            role="alert"
            title={problem.msg}
            action={
              <Button size="small" onClick={() => (sync.reset(), look.mutate())}>
                {t.refresh}
              </Button>
            }
          />
        ) : (
          problem && <ErrorState error={problem} onRetry={() => (sync.reset(), look.mutate())} />
        )}
        {plan && !problem && <Plan plan={plan} nothing={nothing} />}
        {sync.isPending && <p className="sync-wait">{t.slow}</p>}
      </div>
      <div className="weft-dialog-buttons">
        <Button onClick={onClose}>{nothing ? t.close : t.cancel}</Button>
        {!nothing && (
          <Button
            type="primary"
            danger={(plan?.disabled ?? 0) > 0}
            disabled={!plan || problem !== null}
            loading={sync.isPending}
            onClick={() => look.data && sync.mutate(look.data.hash)}
          >
            {sync.isPending ? t.syncing : t.sync}
          </Button>
        )}
      </div>
    </Modal>
  )
}

function Plan({ plan, nothing }: { plan: DirectorySynced; nothing: boolean }) {
  const t = useText(text)
  return (
    <>
      <p>{nothing ? t.nothing : t.adds(plan.added)}</p>
      {plan.disabled > 0 && <Alert type="warning" showIcon title={t.disables(plan.disabled)} />}
      <dl className="sync-counts" aria-label={t.countsLabel}>
        {COUNTS.map((name) => (
          <div key={name}>
            <dt>{t.counts[name]}</dt>
            <dd>{plan[name]}</dd>
          </div>
        ))}
      </dl>
      {plan.rows.length > 0 && (
        <>
          {/* A list that scrolls must be reachable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <ul className="sync-rows" aria-label={t.rowsLabel} tabIndex={0}>
            {plan.rows.map(({ kind, username, before }) => (
              <li key={`${kind} ${username}`}>
                <Tag color={kind === 'disable' ? 'red' : kind === 'add' ? 'blue' : 'default'}>{t.kinds[kind]}</Tag>
                {username}
                {before !== null && <span className="sync-was">{t.was(before)}</span>}
              </li>
            ))}
          </ul>
          {plan.rows.length < plan.added + plan.changed + plan.disabled + plan.enabled && (
            <p className="sync-was">{t.first(plan.rows.length)}</p>
          )}
        </>
      )}
    </>
  )
}
