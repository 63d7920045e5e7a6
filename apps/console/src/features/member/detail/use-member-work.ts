import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, MAINTENANCE_NAME_MAX, type MemberInfo } from '@weft/contract'
import { call, confirm, toast, useText } from '@weft/ui'
import { nameOf } from '../../../shared/member/MemberName.tsx'
import { useOperation } from '../../../shared/member/use-operation.ts'
import { membersChanged } from '../../../shared/member/members-changed.ts'
import * as text from './member-work.text.ts'

const MUTED_SECONDS = 4 * 3600
const stay = { missing: 'stay' } as const

/** Returns what can be done to a member in its networks, and the muting of its alerts. What breaks connections asks first. */
export function useMemberWork(member: Pick<MemberInfo, 'router_name' | 'note' | 'network'>) {
  const t = useText(text)
  const queries = useQueryClient()
  const { router_name, network } = member
  const name = nameOf(member)
  const { networkSettings: settings } = contract
  const follow = useOperation()
  const refreshed = { onSettled: () => membersChanged(queries) }
  // A device has one configuration and one set of tunnels, whichever of its networks it is asked in.
  const [first] = network
  const resend = useMutation({
    mutationFn: async () => first && call(settings.re_send_config, { network_number: first.network_number, router_name }, stay),
    onSuccess: () => toast.success(t.resent),
    ...refreshed,
  })
  const redial = useMutation({
    mutationFn: async () => {
      if (first)
        follow.redialled(
          first.network_number,
          await call(settings.reset_respawn, { network_number: first.network_number, router_name }, stay),
        )
    },
    ...refreshed,
  })
  const signOut = useMutation({
    mutationFn: () =>
      Promise.all(
        network.map(async ({ network_number }) =>
          follow.signedOut(network_number, await call(settings.kill_user, { network_number, router_name }, stay)),
        ),
      ),
    ...refreshed,
  })
  const mute = useMutation({
    mutationFn: () => {
      const window = { name: [...t.muteName(name)].slice(0, MAINTENANCE_NAME_MAX).join(''), duration: MUTED_SECONDS, router: [router_name] }
      return call(contract.monitor.maintenance_create, window, stay)
    },
    onSuccess: () => toast.success(t.muted),
  })
  return {
    busy: resend.isPending || redial.isPending || signOut.isPending,
    muting: mute.isPending,
    resend: () => resend.mutate(),
    mute: () => mute.mutate(),
    redial: async () => {
      if (await confirm({ title: t.redial, body: t.redialBody(name), action: t.redial })) redial.mutate()
    },
    signOut: async () => {
      if (await confirm({ title: t.signOut, body: t.signOutBody(name), action: t.signOut, danger: true })) signOut.mutate()
    },
  }
}
export type MemberWork = ReturnType<typeof useMemberWork>
