import { contract, type LoginRecord } from '@weft/contract'
import { ListTable, useLocalList, useText } from '@weft/ui'
import { loginColumns } from '../../../shared/record/record-columns.tsx'
import * as recordText from '../../../shared/record/record.text.ts'
import * as text from './records.text.ts'

const keyOf = ({ create_time, ip, sys_model }: LoginRecord) => `${create_time} ${ip} ${sys_model}`

/** Shows when a member signed in, from where, and with which client. */
export function LoginRecords({ router_name }: { router_name: string }) {
  const t = useText(text)
  const logins = useLocalList(contract.memberRecords.login, [], { router_name })
  return (
    <ListTable
      list={logins}
      name="member-logins"
      subject={t.logins}
      rowKey={keyOf}
      columns={loginColumns(useText(recordText))}
      empty={{ title: t.noLogins, hint: t.noLoginsText }}
    />
  )
}
