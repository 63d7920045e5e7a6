import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type Diagnosis } from '@weft/contract'
import { call, confirm, toast, useText } from '@weft/ui'
import { Button } from 'antd'
import { Link } from 'react-router'
import { permits, useAccount } from '../account/use-account.ts'
import { networkPath } from '../network/network-paths.ts'
import { usePageOpen } from '../page/open-pages.ts'
import { membersChanged } from './members-changed.ts'
import { nameOf } from './name-of.ts'
import { useOperation } from './use-operation.ts'
import * as text from './why-offline.text.ts'

interface Props {
  member: { router_name: string; note: string }
  diagnosis: Pick<Diagnosis, 'next_step' | 'fix' | 'network_number'>
  onDone: () => void
}

const stay = { missing: 'stay' } as const

/** Offers what helps, or the next step of a diagnosis, if the caller may do it; nothing where it is done at the device. */
export function NextStep({ member, diagnosis: { next_step, fix, network_number }, onDone }: Props) {
  const t = useText(text)
  const account = useAccount()
  const isOpen = usePageOpen()
  const queries = useQueryClient()
  const { redialled } = useOperation()
  const { router_name } = member
  const settled = { onSettled: () => membersChanged(queries) }
  const enable = useMutation({
    mutationFn: () => call(contract.router.update_status, { router_name, status: 1 }, stay),
    onSuccess: () => {
      toast.success(t.enabled)
      onDone()
    },
    ...settled,
  })
  const resend = useMutation({
    mutationFn: (number: string) => call(contract.networkSettings.re_send_config, { network_number: number, router_name }, stay),
    onSuccess: () => {
      toast.success(t.resent)
      onDone()
    },
    ...settled,
  })
  const redial = useMutation({
    mutationFn: async (number: string) =>
      redialled(number, await call(contract.networkSettings.reset_respawn, { network_number: number, router_name }, stay)),
    onSuccess: onDone,
    ...settled,
  })
  const askRedial = async (number: string) => {
    if (await confirm({ title: t.redial, body: t.redialBody(nameOf(member)), action: t.redial })) redial.mutate(number)
  }

  const link = (path: string, label: string) =>
    isOpen(path.split('?')[0] ?? path) && (
      <Link className="why-offline-step" to={path} onClick={onDone}>
        {label}
      </Link>
    )
  if (network_number !== null && permits(account, 'network.edit')) {
    if (fix === 'edit_prefix') return link(networkPath.panel(network_number, 'prefix', router_name), t.editPrefix)
    if (fix === 'resend')
      return (
        <Button type="primary" size="small" loading={resend.isPending} onClick={() => resend.mutate(network_number)}>
          {t.resend}
        </Button>
      )
    if (fix === 'redial')
      return (
        <Button type="primary" size="small" loading={redial.isPending} onClick={() => void askRedial(network_number)}>
          {t.redial}
        </Button>
      )
  }
  if (next_step === 'enable')
    return (
      permits(account, 'member.edit') && (
        <Button type="primary" size="small" loading={enable.isPending} onClick={() => enable.mutate()}>
          {t.enable}
        </Button>
      )
    )
  if (next_step === 'renew') return link('/account/service', t.renew)
  if (next_step === 'sign_in') return link('/download', t.download)
  if (network_number !== null) return link(networkPath.detail(network_number), t.network)
  return next_step === 'join_network' && permits(account, 'network.create') && link('/network/create', t.join)
}
