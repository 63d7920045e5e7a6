import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type NetworkInfo, type NetworkMember } from '@weft/contract'
import { call, toast, useText } from '@weft/ui'
import { Button, Modal } from 'antd'
import { useRef } from 'react'
import { networksChanged } from '../networks-changed.ts'
import * as networkText from '../network.text.ts'
import { usePanel } from '../settings/use-panel.ts'
import * as text from './network-detail.text.ts'
import { type Blocker, removalBlockers } from './removal-blockers.ts'

/** More branches than these nobody opens one by one. */
const MAX_SHOWN = 5

interface Props {
  network: NetworkInfo
  member: NetworkMember
  onClose: () => void
  onRemoved: () => void
}

/** 「移出成员」; of a center on which something depends, what that is and the way there. */
export function RemoveMemberDialog({ network, member, onClose, onRemoved }: Props) {
  const t = useText(text)
  const n = useText(networkText)
  const queries = useQueryClient()
  const panel = usePanel()
  const wayOut = useRef<HTMLButtonElement>(null)
  const { network_number } = network
  const { router_name, note } = member
  const blockers = removalBlockers(network, router_name)
  const blocked = blockers.length > 0
  const remove = useMutation({
    mutationFn: () => call(contract.network.remove_member, { network_number, router_name }, { missing: 'stay' }),
    onSuccess: () => {
      toast.success(t.removed)
      onRemoved()
    },
    onSettled: () => networksChanged(queries),
  })
  const go = (blocker: Blocker) => {
    onClose()
    panel.open(blocker.panel, blocker.kind === 'branch' ? blocker.router_name : undefined)
  }
  const branches = blockers.filter((one) => one.kind === 'branch')
  const shown = blockers.filter((one) => one.kind !== 'branch' || branches.indexOf(one) < MAX_SHOWN)
  const what = (one: Blocker) => (one.kind === 'branch' ? t.usedByBranch(one.note || one.router_name) : t.usedBy[one.kind])
  return (
    <Modal
      open
      width={blocked ? 480 : 416}
      title={t.removeTitle}
      onCancel={onClose}
      afterOpenChange={(open) => open && wayOut.current?.focus()}
      footer={[
        <Button key="cancel" ref={wayOut} autoFocus onClick={onClose}>
          {n.cancel}
        </Button>,
        !blocked && (
          <Button key="remove" type="primary" danger loading={remove.isPending} onClick={() => remove.mutate()}>
            {t.remove}
          </Button>
        ),
      ]}
    >
      {blocked ? (
        <>
          <p>{t.removeBlocked(note || router_name)}</p>
          <ul className="network-blockers">
            {shown.map((one) => (
              <li key={one.kind === 'branch' ? one.router_name : one.kind}>
                <span>{what(one)}</span>
                <Button size="small" aria-label={t.adjustOf(what(one))} onClick={() => go(one)}>
                  {t.adjust}
                </Button>
              </li>
            ))}
          </ul>
          {shown.length < blockers.length && <p>{t.moreBranches(blockers.length - shown.length)}</p>}
        </>
      ) : (
        t.removeBody(note || router_name)
      )}
    </Modal>
  )
}
