import { DownloadOutlined } from '@ant-design/icons'
import { contract, MOST_FOUND, type SubAccount } from '@weft/contract'
import { ListTable, useLocalList, useText } from '@weft/ui'
import { useOperationColumns } from '@weft/ui/audit/operation-columns.tsx'
import { DateRangeSearch } from '@weft/ui/form/DateRangeSearch.tsx'
import { lastDays } from '@weft/ui/form/day-range.ts'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { daysOf, inSeconds } from '@weft/ui/form/log-days.ts'
import { useOperationExport } from '../../../shared/record/use-operation-export.ts'
import * as text from './operation-log.text.ts'

const INITIAL_DAYS = 7

interface Props {
  /** The sub-account whose operations are shown; those of all logins without it. */
  subAccount?: SubAccount | undefined
  onClose: () => void
}

/** Shows who changed what in the account, newest first. */
export function OperationLogDrawer({ subAccount, onClose }: Props) {
  const t = useText(text)
  const columns = useOperationColumns(subAccount !== undefined)
  const [initial] = useState(() => lastDays(INITIAL_DAYS))
  const asked = { ...daysOf(initial), ...(subAccount && { ram_id: subAccount.id }) }
  const list = useLocalList(contract.operationLog.lists, ['start_time', 'end_time'], asked)
  const rows = list.rows.map((row, at) => ({ ...row, key: `${row.create_time} ${at}` }))
  const keep = useOperationExport(t.exported)
  return (
    <Drawer open size={880} push={false} title={subAccount ? t.titleOf(subAccount.username) : t.all} onClose={onClose}>
      <ListTable
        list={{ ...list, rows }}
        name={subAccount ? 'operations' : 'all-operations'}
        subject={t.subject}
        rowKey="key"
        countedTo={MOST_FOUND}
        capped
        columns={columns}
        filters={<DateRangeSearch list={inSeconds(list)} initial={initial} getPopupContainer={popupContainer} />}
        actions={
          <Button
            icon={<DownloadOutlined aria-hidden />}
            loading={keep.isPending}
            onClick={() => keep.mutate({ ...asked, ...list.filters })}
          >
            {t.export}
          </Button>
        }
        empty={{ title: t.none }}
      />
    </Drawer>
  )
}
