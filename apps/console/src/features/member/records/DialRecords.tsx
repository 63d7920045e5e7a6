import { contract, type DialRecord } from '@weft/contract'
import { ListTable, useLocalList, useText } from '@weft/ui'
import { DateRangeSearch } from '@weft/ui/form/DateRangeSearch.tsx'
import { lastDays } from '@weft/ui/form/day-range.ts'
import { Segmented } from 'antd'
import { Activity, useState } from 'react'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { type DialMode, dialColumns } from '../../../shared/record/record-columns.tsx'
import * as recordText from '../../../shared/record/record.text.ts'
import './records.css'
import * as text from './records.text.ts'

const modes: DialMode[] = ['p2p', 'pop']
const INITIAL_DAYS = 7
const keyOf = ({ network_number, link_router_name, pop_name, start_time, orig }: DialRecord) =>
  [network_number, link_router_name, pop_name, start_time, orig].join(' ')

/** Shows the sessions of a member to centers and to POPs; each of the two lists keeps its state. */
export function DialRecords({ router_name }: { router_name: string }) {
  const t = useText(text)
  const [mode, setMode] = useState<DialMode>('p2p')
  return (
    <>
      <Segmented
        className="member-records-mode"
        aria-label={t.mode}
        value={mode}
        options={modes.map((value) => ({ value, label: t.modes[value] }))}
        onChange={setMode}
      />
      {modes.map((one) => (
        <Activity key={one} mode={one === mode ? 'visible' : 'hidden'}>
          <Dials router_name={router_name} mode={one} />
        </Activity>
      ))}
    </>
  )
}

function Dials({ router_name, mode }: { router_name: string; mode: DialMode }) {
  const t = useText(text)
  const [initial] = useState(() => lastDays(INITIAL_DAYS))
  const dials = useLocalList(contract.memberRecords.dial, ['start_time', 'end_time'], { router_name, mode, ...initial })
  return (
    <ListTable
      list={dials}
      name={`member-dials-${mode}`}
      subject={t.dials}
      rowKey={keyOf}
      columns={dialColumns(useText(recordText), mode)}
      searchHint={t.searchHint[mode]}
      filters={<DateRangeSearch list={dials} initial={initial} getPopupContainer={popupContainer} />}
      empty={{ title: t.noDials, hint: t.noDialsText }}
    />
  )
}
