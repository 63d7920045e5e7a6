import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type MemberInfo } from '@weft/contract'
import { ApiRefusal, call, toast, useText } from '@weft/ui'
import { Alert, Button, Modal, Select } from 'antd'
import { useState } from 'react'
import { nameOf } from '../../../shared/member/MemberName.tsx'
import { membersChanged } from '../../../shared/member/members-changed.ts'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import * as text from './member-work.text.ts'

interface Props {
  member: Pick<MemberInfo, 'router_name' | 'note' | 'network'>
  onClose: () => void
}

/** Asks from which network a member is removed. The reason of a refusal stays on screen. */
export function LeaveNetworkDialog({ member, onClose }: Props) {
  const t = useText(text)
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(member.network[0])
  const [problem, setProblem] = useState<string>()
  const remove = useMutation({
    mutationFn: async () =>
      chosen &&
      call(
        contract.network.remove_member,
        { network_number: chosen.network_number, router_name: member.router_name },
        { missing: 'stay', told: toast.success },
      ),
    onSuccess: onClose,
    onError: (error) => error instanceof ApiRefusal && setProblem(error.msg),
    onSettled: () => membersChanged(queries),
  })
  return (
    <Modal
      open
      width={416}
      title={t.leaveTitle}
      onCancel={onClose}
      footer={[
        <Button key="cancel" autoFocus onClick={onClose}>
          {t.cancel}
        </Button>,
        <Button key="leave" type="primary" danger loading={remove.isPending} onClick={() => remove.mutate()}>
          {t.leave}
        </Button>,
      ]}
    >
      {member.network.length > 1 && (
        <Select
          className="member-leave-network"
          aria-label={t.leaveWhich}
          value={chosen?.network_number}
          options={member.network.map(({ network_number, network_name }) => ({ value: network_number, label: network_name }))}
          getPopupContainer={popupContainer}
          onChange={(number) => {
            setChosen(member.network.find(({ network_number }) => network_number === number))
            setProblem(undefined)
          }}
        />
      )}
      {chosen && <p>{t.leaveBody(nameOf(member), chosen.network_name)}</p>}
      {problem && <Alert type="error" showIcon title={problem} />}
    </Modal>
  )
}
