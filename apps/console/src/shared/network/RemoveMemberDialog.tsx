import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type NetworkInfo } from '@weft/contract'
import type { Blocker } from '@weft/network-rules'
import { ApiRefusal, call, toast, useText } from '@weft/ui'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'
import { Alert, Button, Modal } from 'antd'
import { type ReactNode, useRef } from 'react'
import { applying } from '../apply/applying.ts'
import { nameOf } from '../member/name-of.ts'
import { Blockers } from './Blockers.tsx'
import { Disturbed, disturbing, foreseen, UnknownImpact } from './confirm-impact.tsx'
import * as impactText from './impact.text.ts'
import { networksChanged } from './networks-changed.ts'
import { removalBlockers } from './removal-blockers.ts'
import * as text from './remove-member.text.ts'

interface Props {
  /** Undefined while it is not known; `children` then say why. */
  network: NetworkInfo | undefined
  member: { router_name: string; note: string }
  /** Draws the way to the setting that keeps a center in its network. @param label its accessible name */
  renderWay: (blocker: Blocker, label: string) => ReactNode
  onClose: () => void
  onRemoved: () => void
  /** Shown above the question. */
  children?: ReactNode
}

/**
 * Asks 「移出成员」, and says what that does to the other members of the network; for a center that settings depend on, lists these settings
 * with links instead. The reason of a refusal stays on screen.
 */
export function RemoveMemberDialog({ network, member, renderWay, onClose, onRemoved, children }: Props) {
  const t = useText(text)
  const { estimating } = useText(impactText)
  const queries = useQueryClient()
  const wayOut = useRef<HTMLButtonElement>(null)
  const { router_name } = member
  const network_number = network?.network_number ?? ''
  const blockers = network ? removalBlockers(network, new Set([router_name])) : []
  const blocked = blockers.length > 0
  const remove = useMutation({
    mutationFn: (from: string) =>
      applying.save(from, t.title, () =>
        call(contract.network.remove_member, { network_number: from, router_name }, { missing: 'stay', told: toast.success }),
      ),
    onSuccess: onRemoved,
    onSettled: () => networksChanged(queries),
  })
  const effect = useQuery({
    queryKey: ['impact', network_number, router_name, network?.revision],
    queryFn: async () => (await foreseen(network_number, [{ call: 'remove_member', input: { router_name } }])) ?? null,
    enabled: network !== undefined && !blocked,
    gcTime: 0,
  })
  const refusal = remove.variables === network_number && remove.error instanceof ApiRefusal ? remove.error.msg : undefined
  const name = nameOf(member)
  const isCenter = network?.member.some((one) => one.router_name === router_name && one.member_type === 'center')
  return (
    <Modal
      open
      width={blocked ? 480 : 416}
      title={t.title}
      onCancel={onClose}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => wayOut.current?.focus())}
      footer={[
        <Button key="cancel" ref={wayOut} autoFocus onClick={onClose}>
          {t.cancel}
        </Button>,
        !blocked && (
          <Button
            key="remove"
            type="primary"
            danger
            disabled={effect.data === undefined}
            loading={remove.isPending}
            onClick={() => remove.mutate(network_number)}
          >
            {t.remove}
          </Button>
        ),
      ]}
    >
      {children}
      {network && blocked && (
        <>
          <p>{t.blocked(name)}</p>
          <Blockers blockers={blockers} members={network.member} renderWay={renderWay} />
        </>
      )}
      {network && !blocked && (
        <>
          <p>{isCenter ? t.centerBody(name, network.network_name) : t.body(name, network.network_name)}</p>
          {effect.data === undefined ? (
            <p role="status">{estimating}</p>
          ) : effect.data === null ? (
            <UnknownImpact onRetry={() => void effect.refetch()} />
          ) : (
            <Others impact={effect.data} network={network} router_name={router_name} />
          )}
          {refusal && <Alert className="removal-problem" type="error" showIcon role="alert" title={refusal} />}
        </>
      )}
    </Modal>
  )
}

/** Says whom else the removal of a member disturbs. */
function Others({ impact, network, router_name }: { impact: Parameters<typeof disturbing>[0]; network: NetworkInfo; router_name: string }) {
  const others = disturbing(impact).filter(({ router_names }) => router_names.some((name) => name !== router_name))
  return others.length > 0 && <Disturbed impact={others} members={network.member.filter((one) => one.router_name !== router_name)} />
}
