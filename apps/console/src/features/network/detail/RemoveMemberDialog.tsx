import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type NetworkInfo, type NetworkMember } from '@weft/contract'
import type { Blocker } from '@weft/network-rules'
import { call, toast, useText } from '@weft/ui'
import { Button, Modal } from 'antd'
import { useRef } from 'react'
import { applying } from '../../../shared/apply/applying.ts'
import { disturbing, Disturbed, foreseen } from '../apply/confirm-impact.tsx'
import { networksChanged } from '../networks-changed.ts'
import * as networkText from '../network.text.ts'
import { usePanel } from '../settings/use-panel.ts'
import { Blockers } from './Blockers.tsx'
import * as text from './network-detail.text.ts'
import { panelOf, removalBlockers } from './removal-blockers.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

interface Props {
  network: NetworkInfo
  member: NetworkMember
  onClose: () => void
  onRemoved: () => void
}

/** Asks 「移出成员」; for a center that settings depend on, lists these settings with links instead. */
export function RemoveMemberDialog({ network, member, onClose, onRemoved }: Props) {
  const t = useText(text)
  const n = useText(networkText)
  const queries = useQueryClient()
  const panel = usePanel()
  const wayOut = useRef<HTMLButtonElement>(null)
  const { network_number } = network
  const { router_name, note } = member
  const blockers = removalBlockers(network, new Set([router_name]))
  const blocked = blockers.length > 0
  const remove = useMutation({
    mutationFn: () =>
      applying.save(network_number, t.removeTitle, () =>
        call(contract.network.remove_member, { network_number, router_name }, { missing: 'stay', told: toast.success }),
      ),
    onSuccess: onRemoved,
    onSettled: () => networksChanged(queries),
  })
  const others = useQuery({
    queryKey: ['impact', network_number, router_name],
    queryFn: async () => {
      const impact = await foreseen(network_number, [{ call: 'remove_member', input: { router_name } }])
      return disturbing(impact).filter(({ router_names }) => router_names.some((name) => name !== router_name))
    },
    enabled: !blocked,
    gcTime: 0,
  }).data
  const go = (blocker: Blocker) => {
    onClose()
    panel.open(panelOf[blocker.kind], blocker.kind === 'branch' ? blocker.router_name : undefined)
  }
  return (
    <Modal
      open
      width={blocked ? 480 : 416}
      title={t.removeTitle}
      onCancel={onClose}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => wayOut.current?.focus())}
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
          <Blockers
            blockers={blockers}
            members={network.member}
            renderWay={(one, label) => (
              <Button size="small" aria-label={label} onClick={() => go(one)}>
                {t.adjust}
              </Button>
            )}
          />
        </>
      ) : (
        <>
          <p>{member.member_type === 'center' ? t.removeCenterBody(note || router_name) : t.removeBody(note || router_name)}</p>
          {others && others.length > 0 && <Disturbed impact={others} members={network.member} />}
        </>
      )}
    </Modal>
  )
}
