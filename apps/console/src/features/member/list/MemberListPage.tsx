import { PageHeader, useText } from '@weft/ui'
import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import * as memberText from '../member.text.ts'
import { HardwareMembers } from './HardwareMembers.tsx'
import './member-list.css'
import * as text from './member-list.text.ts'
import { MemberCounts } from './MemberCounts.tsx'
import { SoftwareMembers } from './SoftwareMembers.tsx'

/** The filters that both tabs share; they are kept when the tab changes. */
const SHARED = new Set(['search', 'online'])

export function MemberListPage() {
  const t = useText(text)
  const m = useText(memberText)
  const [params, setParams] = useSearchParams()
  const turn = (type: string) =>
    setParams(
      (before) => {
        const kept = [...before].filter(([name]) => SHARED.has(name))
        return new URLSearchParams(type === '2' ? [['type', type], ...kept] : kept)
      },
      { replace: true },
    )
  return (
    <>
      <PageHeader title={t.title} />
      <MemberCounts />
      <Tabs
        activeKey={params.get('type') === '2' ? '2' : '1'}
        onChange={turn}
        destroyOnHidden
        items={[
          { key: '1', label: m.types[1], children: <HardwareMembers /> },
          { key: '2', label: m.types[2], children: <SoftwareMembers /> },
        ]}
      />
    </>
  )
}
