import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type Diagnosis } from '@weft/contract'
import { call, toast, useText } from '@weft/ui'
import { Button } from 'antd'
import { Link } from 'react-router'
import { permits, useAccount } from '../account/use-account.ts'
import { usePageOpen } from '../page/open-pages.ts'
import { membersChanged } from './members-changed.ts'
import * as text from './why-offline.text.ts'

interface Props {
  router_name: string
  diagnosis: Diagnosis
  onDone: () => void
}

/** Offers the next step of a diagnosis if the caller may do it; nothing where it is done at the device. */
export function NextStep({ router_name, diagnosis: { next_step, network_number }, onDone }: Props) {
  const t = useText(text)
  const account = useAccount()
  const isOpen = usePageOpen()
  const queries = useQueryClient()
  const enable = useMutation({
    mutationFn: () => call(contract.router.update_status, { router_name, status: 1 }, { missing: 'stay' }),
    onSuccess: () => {
      toast.success(t.enabled)
      onDone()
    },
    onSettled: () => membersChanged(queries),
  })

  const link = (path: string, label: string) =>
    isOpen(path.split('?')[0] ?? path) && (
      <Link className="why-offline-step" to={path} onClick={onDone}>
        {label}
      </Link>
    )
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
  if (network_number !== null) return link(`/network/detail?network_number=${network_number}`, t.network)
  return next_step === 'join_network' && permits(account, 'network.create') && link('/network/create', t.join)
}
