import { contract, type SessionLog } from '@weft/contract'
import { PageHeader, useText } from '@weft/ui'
import { Segmented } from 'antd'
import { put, useViewParams } from '@weft/ui/frame/use-view-params.ts'
import * as recordText from '../../shared/record/record.text.ts'
import { type DialMode, dialColumns } from '../../shared/record/record-columns.tsx'
import { type Keyed, LogList } from './LogList.tsx'
import { Term } from '../../shared/help/Term.tsx'
import * as text from './log.text.ts'

const modes: DialMode[] = ['p2p', 'pop']
/** The prefix of the names under which the address keeps the search, days and page of each log. */
const prefixes: Record<DialMode, string> = { p2p: '', pop: 'pop_' }

/** Shows the tunnel sessions to centers and to POPs: two logs that share one address. */
export function OnlineLogPage() {
  const t = useText(text)
  const r = useText(recordText)
  const [params, setParams] = useViewParams()
  const mode = params.get('mode') === 'pop' ? 'pop' : 'p2p'
  const choose = (next: DialMode) => setParams((now) => put(now, 'mode', next, 'p2p'))
  return (
    <>
      <PageHeader title={t.online} term={<Term of="online_log" />} meta={t.kept} />
      <Segmented
        className="log-mode"
        aria-label={t.mode}
        value={mode}
        options={modes.map((value) => ({ value, label: t.modes[value] }))}
        onChange={choose}
      />
      <LogList
        key={mode}
        endpoint={contract.logs.online}
        type={mode === 'pop' ? 'pop_online' : 'online'}
        subject={t.online}
        searchHint={t.searchSessions[mode]}
        empty={t.noData}
        fixed={{ mode }}
        prefix={prefixes[mode]}
        network
        columns={(shown) => dialColumns<Keyed<SessionLog>>(r, mode, shown)}
      />
    </>
  )
}
