import { directoryModeNames, type DirectoryStatus, directoryTypeNames, type SavedDirectory } from '@weft/contract'
import { CopyText, language, Nothing, Skeleton, StatusDot, TimeText, useText } from '@weft/ui'
import { Progress } from 'antd'
import { MemberName } from '../../shared/member/MemberName.tsx'
import { DetailCard, Facts } from '@weft/ui/parts/DetailCard.tsx'
import { securityOf } from './directory-draft.ts'
import * as text from './directory.text.ts'

/** Shows how the directory is reached, and the state of its synchronisation. */
export function DirectoryOverview({ directory, status }: { directory: SavedDirectory; status: DirectoryStatus | undefined }) {
  const t = useText(text)
  const spoken = language.use()
  const security = securityOf(directory)
  return (
    <div className="directory-overview">
      <DetailCard title={t.statusCard}>
        {status ? <Service status={status} automatic={directory.sync_mode === 2} /> : <Skeleton />}
      </DetailCard>
      <DetailCard title={t.configCard}>
        <Facts
          facts={[
            { label: t.mode, value: directoryModeNames[directory.mode][spoken] },
            ...(directory.router_name === null
              ? []
              : [{ label: t.router, value: <Router {...directory} router_name={directory.router_name} /> }]),
            { label: t.domain, value: directory.domain },
            { label: t.host, value: directory.host },
            { label: t.port, value: directory.port },
            { label: t.baseDn, value: <CopyText value={directory.base_dn} /> },
            { label: t.security, value: t.securities[security] },
            { label: t.bindDn, value: directory.username || t.anonymous },
            { label: t.type, value: directoryTypeNames[directory.type][spoken] },
            { label: t.network, value: directory.network_name ?? <Nothing /> },
            { label: t.syncMode, value: t.syncModes[directory.sync_mode] },
            { label: t.created, value: <TimeText at={directory.create_time} /> },
            { label: t.updated, value: <TimeText at={directory.update_time} /> },
          ]}
        />
      </DetailCard>
    </div>
  )
}

function Service({ status: { count, service }, automatic }: { status: DirectoryStatus; automatic: boolean }) {
  const t = useText(text)
  const { status, running, progress, update_time, cycle, operation_hours, message } = service
  const state = running === 1 ? 'running' : status === 1 ? 'on' : 'off'
  const percent = progress && progress.total > 0 ? Math.round((progress.done / progress.total) * 100) : undefined
  return (
    <>
      <Facts
        facts={[
          { label: t.count, value: count },
          {
            label: t.state,
            value: <StatusDot kind={state === 'running' ? 'running' : state === 'on' ? 'online' : 'offline'} text={t.states[state]} />,
          },
          { label: t.lastSync, value: update_time === null ? t.never : <TimeText at={update_time} /> },
          ...(automatic ? [{ label: t.cycle, value: t.minutes(cycle) }] : []),
          ...(operation_hours === null ? [] : [{ label: t.took, value: t.seconds(operation_hours) }]),
          { label: t.message, value: message || <Nothing /> },
        ]}
      />
      {percent !== undefined && progress && (
        <div className="directory-progress" role="status">
          <Progress percent={percent} aria-label={t.progress(progress.done, progress.total)} />
          <span>{t.progress(progress.done, progress.total)}</span>
        </div>
      )}
    </>
  )
}

/** Shows the member through which the directory is reached. */
const Router = ({ router_name, router_note }: { router_name: string; router_note: string | null }) => (
  <MemberName form="line" member={{ router_name, note: router_note ?? '', router_type: 1 }} deleted={router_note === null} />
)
