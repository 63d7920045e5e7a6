import { clientSystems, type MemberSummary } from '@weft/contract'
import { Nothing } from '@weft/ui'
import { SystemIcon } from '../../shared/client/SystemIcon.tsx'
import './member.css'

/** Shows the system on which a client runs, and its version. */
export function ClientVersion({ client: { os, version } }: { client: Pick<MemberSummary, 'os' | 'version'> }) {
  if (!os && !version) return <Nothing />
  const system = clientSystems.find((name) => name === os?.toLowerCase())
  return (
    <span className="member-client" title={os ?? undefined}>
      {system && <SystemIcon system={system} />}
      {system ? <span className="weft-hidden">{os}</span> : os}
      <span>{version}</span>
    </span>
  )
}
