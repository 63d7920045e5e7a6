import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type NetworkInfo, type NetworkMember } from '@weft/contract'
import { noMemberProblem, problemText } from '@weft/network-rules'
import { call, confirm, language, toast, useText } from '@weft/ui'
import { networksChanged } from '../networks-changed.ts'
import * as text from './network-detail.text.ts'

/** Returns the actions on a network's members. Those that break connections ask first. */
export function useMemberActions({ network_number, network_name, revision, member }: NetworkInfo) {
  const t = useText(text)
  const queries = useQueryClient()
  const { networkSettings: settings, network } = contract
  const done = (what: string) => ({ onSuccess: () => toast.success(what), onSettled: () => networksChanged(queries) })
  const stay = { missing: 'stay' } as const

  const one = useMutation({
    mutationFn: ({ router_name, enable }: { router_name: string; enable: 0 | 1 }) =>
      call(settings.quagga, { network_number, router_name, enable }, stay),
    ...done(t.saved),
  })
  const all = useMutation({
    mutationFn: (on: boolean) => call(on ? settings.quagga_enable : settings.quagga_disable, { network_number }, stay),
    ...done(t.saved),
  })
  const kill = useMutation({
    mutationFn: (router_name: string) => call(settings.kill_user, { network_number, router_name }, stay),
    ...done(t.killed),
  })
  const respawn = useMutation({
    mutationFn: (router_name: string) => call(settings.reset_respawn, { network_number, router_name }, stay),
    ...done(t.respawned),
  })
  const resend = useMutation({
    mutationFn: (router_name: string | undefined) =>
      call(settings.re_send_config, { network_number, ...(router_name === undefined ? {} : { router_name }) }, stay),
    ...done(t.resent),
  })
  const remove = useMutation({
    mutationFn: (names: readonly string[]) => {
      const gone = new Set(names)
      const left = (place: NetworkMember['member_type']) =>
        member.filter((m) => m.member_type === place && !gone.has(m.router_name)).map((m) => m.router_name)
      return call(network.edit, { network_number, network_name, revision, center: left('center'), point: left('point') }, stay)
    },
    ...done(t.removed),
  })

  const name = (router_name: string) => member.find((m) => m.router_name === router_name)?.note || router_name
  return {
    /** Name of the member whose dynamic routing is being switched. */
    switching: one.isPending ? one.variables.router_name : undefined,
    setQuagga: ({ router_name }: NetworkMember, on: boolean) => one.mutate({ router_name, enable: on ? 1 : 0 }),
    setQuaggaOfAll: async (on: boolean) => {
      const points = member.filter((m) => m.member_type === 'point' && m.router_type === 1).length
      const title = on ? t.quaggaAll : t.quaggaNone
      if (await confirm({ title, body: t.quaggaAllBody(on ? t.enable : t.disable, points), action: on ? t.enable : t.disable }))
        all.mutate(on)
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
      const yes = await confirm({ title: t.removeMany, body: t.removeManyBody(names.length), action: t.remove, danger: true })
      if (yes) remove.mutate(names)
    },
  }
}
