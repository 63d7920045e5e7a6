import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type MemberInfo } from '@weft/contract'
import { asking, ErrorState, Skeleton, useText } from '@weft/ui'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { membersChanged } from '../../../shared/member/members-changed.ts'
import { networkPath } from '../../../shared/network/network-paths.ts'
import { panelOf } from '../../../shared/network/removal-blockers.ts'
import { RemoveMemberDialog } from '../../../shared/network/RemoveMemberDialog.tsx'
import * as text from '../../../shared/network/remove-member.text.ts'

interface Props {
  member: Pick<MemberInfo, 'router_name' | 'note' | 'network'>
  onClose: () => void
}

/** Asks from which network a member is removed, and then as the page of that network does. */
export function LeaveNetworkDialog({ member, onClose }: Props) {
  const t = useText(text)
  const queries = useQueryClient()
  const [number, setNumber] = useState(member.network[0]?.network_number ?? '')
  const { data, isError, refetch } = useQuery(asking(contract.network.info, { network_number: number }, { quiet: true, missing: 'stay' }))
  return (
    <RemoveMemberDialog
      network={data}
      member={member}
      renderWay={(blocker, label) => (
        <Link
          aria-label={label}
          to={networkPath.panel(number, panelOf[blocker.kind], blocker.kind === 'branch' ? blocker.router_name : undefined)}
        >
          {t.adjust}
        </Link>
      )}
      onClose={onClose}
      onRemoved={() => {
        void membersChanged(queries)
        onClose()
      }}
    >
      {member.network.length > 1 && (
        <Select
          className="removal-which"
          aria-label={t.which}
          value={number}
          options={member.network.map(({ network_number, network_name }) => ({ value: network_number, label: network_name }))}
          getPopupContainer={popupContainer}
          onChange={setNumber}
        />
      )}
      {data === undefined && (isError ? <ErrorState compact onRetry={() => void refetch()} /> : <Skeleton title={false} />)}
    </RemoveMemberDialog>
  )
}
