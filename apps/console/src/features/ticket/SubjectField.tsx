import { CloseOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, bracketed, useText } from '@weft/ui'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { Button, Select, Spin } from 'antd'
import { useState } from 'react'
import { SubjectState } from './SubjectNow.tsx'
import * as text from './ticket-create.text.ts'

interface Props {
  /** The serial number or login; '' for none. */
  value?: string
  onChange?: (router_name: string) => void
  id?: string
}

/** Chooses the member that a ticket is about, and shows how the chosen one is. */
export function SubjectField({ value = '', onChange, id }: Props) {
  const t = useText(text)
  const [search, setSearch] = useState('')
  const found = useQuery({
    ...asking(contract.search.all, { search }, { quiet: true }),
    enabled: value === '' && search.trim() !== '',
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({
    ...asking(contract.router.info, { router_name: value }, { quiet: true, missing: 'stay' }),
    enabled: value !== '',
  })
  if (value !== '')
    return (
      <div className="ticket-chosen">
        <SubjectState subject={{ router_name: value, note: chosen.data?.note ?? '' }} />
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t.noSubject}
          title={t.noSubject}
          onClick={() => onChange?.('')}
        />
      </div>
    )
  const members = search.trim() === '' ? [] : (found.data?.members ?? [])
  return (
    <Select
      {...(id !== undefined && { id })}
      allowClear
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={found.isFetching}
      placeholder={t.subjectHint}
      notFoundContent={search.trim() === '' ? t.subjectHint : found.isFetching ? <Spin size="small" /> : t.noMember}
      getPopupContainer={popupContainer}
      value={null}
      options={members.map(({ router_name, note }) => ({
        value: router_name,
        label: note === '' ? router_name : bracketed(note, router_name),
      }))}
      onChange={(router_name: string | null) => onChange?.(router_name ?? '')}
    />
  )
}
