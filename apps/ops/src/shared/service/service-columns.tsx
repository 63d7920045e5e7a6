import { opsContract, type SoldService } from '@weft/contract'
import { type ListColumn, TimeText, useText } from '@weft/ui'
import { ServiceEnd } from '@weft/ui/service/ServiceEnd.tsx'
import { serviceName } from '@weft/ui/service/service-names.ts'
import { AccountLink } from '../account/AccountLink.tsx'
import { useMay } from '../operator/use-operator.ts'
import { ServiceActions } from './ServiceActions.tsx'
import * as text from './service.text.ts'

/** Returns the columns of a list of sold services. @param ofOne whether they all belong to one account */
export function useServiceColumns(ofOne = false): ListColumn<SoldService>[] {
  const t = useText(text)
  const may = useMay()
  const account: ListColumn<SoldService> = {
    key: 'account_number',
    title: t.account,
    render: (_, { account_number, nickname }) => <AccountLink account_number={account_number} name={nickname} />,
  }
  const actions: ListColumn<SoldService> = {
    key: 'actions',
    title: t.more,
    card: 'actions',
    pinned: true,
    width: 72,
    render: (_, service) => <ServiceActions service={service} />,
  }
  return [
    { key: 'service_name', title: t.name, card: 'title', pinned: true, render: (_, { service_code }) => serviceName(service_code) },
    ...(ofOne ? [] : [account]),
    { key: 'quantity', title: t.quantity, align: 'right', render: (_, { quantity }) => quantity },
    { key: 'start_time', title: t.start, render: (_, { start_time }) => <TimeText at={start_time} /> },
    { key: 'expired_time', title: t.end, render: (_, { expired_time }) => <ServiceEnd at={expired_time} /> },
    ...(may(opsContract.services.renew) ? [actions] : []),
  ]
}
