import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contract, type MemberSummary } from '@weft/contract'
import { asking, StatusDot, textNow, useText } from '@weft/ui'
import { Select } from 'antd'
import { useState } from 'react'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { MemberName } from '../../shared/member/MemberName.tsx'
import { nameAndCode } from '../../shared/member/name-of.ts'
import * as text from './form.text.ts'
import { useSettled } from '@weft/ui/time/use-settled.ts'

const SHOWN = 50

/** Returns the option of a member, with whether its agent is connected, whatever the state of its tunnels. */
function optionOf({ online_status, ...member }: MemberSummary) {
  const t = textNow(text)
  return (
    <span className="directory-router">
      <MemberName form="line" link={false} member={member} />
      <StatusDot kind={online_status === 1 ? 'online' : 'offline'} text={online_status === 1 ? t.online : t.offline} />
    </span>
  )
}

interface Props {
  id?: string
  value?: string
  onChange?: (router_name: string) => void
}

/** Selects one of the account's hardware members; the server searches them. */
export function RouterSelect(field: Props) {
  const t = useText(text)
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const found = useQuery({
    ...asking(contract.router.list, { type: '1', search, limit: SHOWN }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <Select
      {...field}
      value={field.value || null}
      getPopupContainer={popupContainer}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={t.routerHint}
      loading={found.isFetching}
      notFoundContent={found.isFetching ? null : t.routerNone}
      options={(found.data?.rows ?? []).map((member) => ({ value: member.router_name, label: nameAndCode(member), member }))}
      optionRender={({ data: { member } }) => optionOf(member)}
    />
  )
}
