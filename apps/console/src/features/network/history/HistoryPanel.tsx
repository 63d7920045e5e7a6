import { contract, type NetworkInfo, type NetworkRevision, PAGE_SIZE } from '@weft/contract'
import { EmptyState, ErrorState, Skeleton, StatusDot, type StatusKind, TimeText, useLocalList, useText } from '@weft/ui'
import { Alert, Button, Drawer, Pagination, Tag } from 'antd'
import { useEffect, useRef } from 'react'
import { useNetworkRights } from '../network-rights.ts'
import { RevisionProgress } from '../detail/RevisionProgress.tsx'
import { useMemberActions } from '../detail/use-member-actions.ts'
import type { PanelProps } from '../settings/panel-props.ts'
import { FieldChanges } from './FieldChanges.tsx'
import './history.css'
import * as text from './history.text.ts'
import { useRollback } from '../../../shared/network/use-rollback.tsx'

const kinds: Record<NetworkRevision['state'], StatusKind> = {
  pending: 'running',
  applied: 'online',
  failed: 'offline',
  superseded: 'idle',
  reverted: 'pending',
}

/** Shows the network's revisions over the page that it was opened from. */
export function HistoryPanel({ network, close }: PanelProps) {
  const t = useText(text)
  return (
    <Drawer open size={880} title={t.title(network.network_name)} onClose={close}>
      <History network={network} />
    </Drawer>
  )
}

/** Lists the network's revisions: who changed what and when, their state, and a button to restore each. */
export function History({ network }: { network: NetworkInfo }) {
  const t = useText(text)
  const { edit } = useNetworkRights()
  const { network_number, revision, revision_state } = network
  const list = useLocalList(contract.networkRevisions.list, [], { network_number })
  const { restore, restoring } = useRollback()
  const editable = edit && network.network_status === 1

  // The page learns of a new revision, or of a new state of the newest, before this list.
  const shown = useRef(`${revision} ${revision_state}`)
  const { reload } = list
  useEffect(() => {
    if (shown.current === `${revision} ${revision_state}`) return
    shown.current = `${revision} ${revision_state}`
    reload()
  }, [revision, revision_state, reload])

  if (list.error && list.rows.length === 0) return <ErrorState error={list.error} onRetry={list.reload} />
  if (list.first) return <Skeleton />
  if (list.count === 0) return <EmptyState title={t.empty} />
  return (
    <>
      <ol className="history" aria-label={t.title(network.network_name)}>
        {list.rows.map((row) => {
          const newest = row.revision === revision
          return (
            <li key={row.revision} aria-labelledby={`revision-${row.revision}`}>
              <div className="history-head">
                <h2 id={`revision-${row.revision}`}>{t.version(row.revision)}</h2>
                {newest && <Tag color="processing">{t.current}</Tag>}
                {newest && row.state !== 'reverted' ? (
                  <RevisionProgress network={network} />
                ) : (
                  <StatusDot kind={kinds[row.state]} text={t.states[row.state]} />
                )}
                <span className="history-by">
                  {row.by} · <TimeText at={row.create_time} />
                </span>
                {editable && !newest && (
                  <Button
                    size="small"
                    loading={restoring?.revision === row.revision}
                    disabled={restoring !== undefined}
                    aria-label={t.restoreLabel(row.revision)}
                    onClick={() => void restore({ network_number, revision: row.revision, members: network.member.length })}
                  >
                    {t.restore}
                  </Button>
                )}
              </div>
              <p className="history-summary">{row.summary}</p>
              {newest && <FailedMembers network={network} editable={editable} />}
              {row.diff.length > 0 && (
                <details>
                  <summary>{t.details(row.diff.length)}</summary>
                  <FieldChanges revision={row} network={network} />
                </details>
              )}
            </li>
          )
        })}
      </ol>
      <Pagination
        className="weft-paged"
        align="end"
        current={list.page}
        pageSize={PAGE_SIZE}
        total={list.count}
        hideOnSinglePage
        showSizeChanger={false}
        showTotal={t.total}
        onChange={(page) => list.show({ page })}
      />
    </>
  )
}

/** Lists the members that could not apply the newest revision, with the device's error message. */
function FailedMembers({ network, editable }: { network: NetworkInfo; editable: boolean }) {
  const t = useText(text)
  const { busy, resend } = useMemberActions(network)
  const failed = network.member.filter((member) => member.revision_state === 'failed')
  if (failed.length === 0) return null
  return (
    <Alert
      className="history-failed"
      type="error"
      title={t.failedMembers(failed.length)}
      description={
        <ul>
          {failed.map(({ router_name, note, config_error }) => (
            <li key={router_name}>
              <div>
                <strong>{note || router_name}</strong>
                <p className={config_error === null ? undefined : 'weft-mono'}>{config_error ?? t.hiddenError}</p>
              </div>
              {editable && (
                <Button size="small" disabled={busy} aria-label={t.resendTo(note || router_name)} onClick={() => resend(router_name)}>
                  {t.resend}
                </Button>
              )}
            </li>
          ))}
        </ul>
      }
    />
  )
}
