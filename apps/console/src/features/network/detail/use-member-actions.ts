import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type NetworkInfo, type NetworkMember } from '@weft/contract'
import { noMemberProblem, problemText } from '@weft/network-rules'
import { call, confirm, language, toast, useText } from '@weft/ui'
import { applying } from '../../../shared/apply/applying.ts'
import { useOperation } from '../../../shared/member/use-operation.ts'
import { confirmImpact } from '../../../shared/network/confirm-impact.tsx'
import { networksChanged } from '../networks-changed.ts'
import * as text from './network-detail.text.ts'

/** Returns the actions on a network's members. Those that break connections ask first. */
export function useMemberActions({ network_number, network_name, revision, member }: NetworkInfo) {
  const t = useText(text)
  const queries = useQueryClient()
  const follow = useOperation()
  const { networkSettings: settings, network } = contract
  const stay = { missing: 'stay' } as const
  const settled = { onSettled: () => networksChanged(queries) }
  const done = (what: string) => ({ onSuccess: () => toast.success(what), ...settled })
  const asked = { network_number, revision, members: member }

  const one = useMutation({
    mutationFn: ({ router_name, enable }: { router_name: string; enable: 0 | 1 }) =>
      applying.save(network_number, t.quagga, () => call(settings.quagga, { network_number, router_name, enable }, stay)),
    ...settled,
  })
  const all = useMutation({
    mutationFn: (on: boolean) =>
      applying.save(network_number, t.quagga, () => call(on ? settings.quagga_enable : settings.quagga_disable, { network_number }, stay)),
    ...settled,
  })
  const kill = useMutation({
    mutationFn: (router_name: string) => call(settings.kill_user, { network_number, router_name }, stay),
    onSuccess: (begun) => follow.signedOut(network_number, begun),
    ...settled,
  })
  const respawn = useMutation({
    mutationFn: (router_name: string) => call(settings.reset_respawn, { network_number, router_name }, stay),
    onSuccess: (begun) => follow.redialled(network_number, begun),
    ...settled,
  })
  const resend = useMutation({
    mutationFn: (router_name: string | undefined) =>
      applying.save(network_number, t.resend, () =>
        call(settings.re_send_config, { network_number, ...(router_name === undefined ? {} : { router_name }) }, stay),
      ),
    ...done(t.resent),
  })
  const without = (names: readonly string[]) => {
    const gone = new Set(names)
    const left = (place: NetworkMember['member_type']) =>
      member.filter((m) => m.member_type === place && !gone.has(m.router_name)).map((m) => m.router_name)
    return { network_name, center: left('center'), point: left('point') }
  }
  const remove = useMutation({
    mutationFn: (names: readonly string[]) =>
      applying.save(network_number, t.removeMany, () => call(network.edit, { network_number, revision, ...without(names) }, stay)),
    ...done(t.removed),
  })

  const name = (router_name: string) => member.find((m) => m.router_name === router_name)?.note || router_name
  return {
    /** Name of the member whose dynamic routing is being switched. */
    switching: one.isPending ? one.variables.router_name : undefined,
    setQuagga: async ({ router_name }: NetworkMember, on: boolean) => {
      const input = { router_name, enable: on ? 1 : 0 } as const
      if (await confirmImpact({ ...asked, changes: [{ call: 'quagga', input }] })) one.mutate(input)
    },
    setQuaggaOfAll: async (on: boolean) => {
      const points = member.filter((m) => m.member_type === 'point' && m.router_type === 1).length
      const title = on ? t.quaggaAll : t.quaggaNone
      const ask = { title, body: t.quaggaAllBody(on ? t.enable : t.disable, points), action: on ? t.enable : t.disable }
      const changes = [{ call: on ? 'quagga_enable' : 'quagga_disable', input: {} } as const]
      if (await confirmImpact({ ...asked, changes, ask })) all.mutate(on)
    },
    kill: async (router_name: string) => {
      if (await confirm({ title: t.killTitle, body: t.killBody(name(router_name)), action: t.killTitle, danger: true }))
        kill.mutate(router_name)
    },
    respawn: async (router_name: string) => {
      if (await confirm({ title: t.respawn, body: t.respawnBody(name(router_name)), action: t.respawn })) respawn.mutate(router_name)
    },
    /** `sending`: a configuration is being sent; `busy`: that, or a member's links are being reset. */
    sending: resend.isPending,
    busy: resend.isPending || respawn.isPending || kill.isPending,
    /** Sends the configuration to one member, or to all. */
    resend: (router_name?: string) => resend.mutate(router_name),
    removeMany: async (names: readonly string[]) => {
      const none = noMemberProblem(member.filter(({ router_name }) => !names.includes(router_name)))
      if (none) return toast.warning(problemText(none, language.get()))
      const ask = { title: t.removeMany, body: t.removeManyBody(names.length), action: t.remove, danger: true }
      if (await confirmImpact({ ...asked, changes: [{ call: 'edit', input: without(names) }], ask })) remove.mutate(names)
    },
  }
}
