import { EllipsisOutlined, PlusOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import { useNavigate } from 'react-router'
import { permits, useAccount } from '../../shared/account/use-account.ts'
import { memberPath } from '../../shared/member/member-paths.ts'
import { networkPath } from '../../shared/network/network-paths.ts'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import { ticketPath } from '../../shared/ticket/ticket-path.ts'
import * as text from './dashboard.text.ts'

interface Network {
  network_number: string
  network_name: string
}

/** Shows 「添加分支」, into the only network or one of a menu, and what else a login may begin here. */
export function HeaderActions({ networks }: { networks: readonly Network[] }) {
  const t = useText(text)
  const account = useAccount()
  const isOpen = usePageOpen()
  const navigate = useNavigate()
  const [only, ...others] = networks
  const look = { type: 'primary', icon: <PlusOutlined aria-hidden />, 'aria-label': t.addBranch } as const
  const words = <span className="dashboard-wide">{t.addBranch}</span>
  const more = [
    { key: 'network', label: t.createNetwork, to: networkPath.create, may: permits(account, 'network.create') },
    { key: 'software', label: t.addSoftware, to: `${memberPath.software}&add=1`, may: permits(account, 'member.create') },
    { key: 'ticket', label: t.newTicket, to: ticketPath.create, may: true },
  ].filter(({ to, may }) => may && isOpen(to.replace(/\?.*/, '')))
  return (
    <>
      {permits(account, 'network.edit') &&
        only &&
        (others.length === 0 ? (
          <LinkButton {...look} to={networkPath.addBranches(only.network_number)}>
            {words}
          </LinkButton>
        ) : (
          <MenuButton
            {...look}
            items={networks.map(({ network_number, network_name }) => ({
              key: network_number,
              label: network_name,
              onClick: () => void navigate(networkPath.addBranches(network_number)),
            }))}
          >
            {words}
          </MenuButton>
        ))}
      {more.length > 0 && (
        <MenuButton
          icon={<EllipsisOutlined aria-hidden />}
          aria-label={t.moreActions}
          items={more.map(({ key, label, to }) => ({ key, label, onClick: () => void navigate(to) }))}
        />
      )}
    </>
  )
}
