import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type NetworkInfo } from '@weft/contract'
import { asking, listTime, useDialog, useText } from '@weft/ui'
import { useAccount } from '../../../shared/account/use-account.ts'
import { nameOf } from '../../../shared/member/name-of.ts'
import { RenameNetworkDialog } from '../dialogs/RenameNetworkDialog.tsx'
import * as networkText from '../network.text.ts'
import { networksChanged } from '../networks-changed.ts'
import { OpenOne, OpenPanel, SettingCard } from './SettingCard.tsx'
import * as text from './settings-tab.text.ts'
import { usePanel } from './use-panel.ts'
import { useSettingChange } from './use-setting-change.ts'

export interface CardProps {
  network: NetworkInfo
  editable: boolean
}

/** The most members that a card names. */
const MOST_NAMED = 2

export function BasicCard({ network, editable }: CardProps) {
  const t = useText(text)
  const n = useText(networkText)
  const queries = useQueryClient()
  const { open } = usePanel()
  const renaming = useDialog<true>()
  return (
    <>
      <SettingCard
        title={t.basic}
        value={network.network_name}
        note={t.createdOn(n.types[network.network_type], listTime(network.create_time).slice(0, 10))}
        action={
          <OpenOne
            of={t.basic}
            choices={[
              ...(editable ? [{ key: 'rename', label: n.rename, onClick: () => renaming.show(true) }] : []),
              { key: 'history', label: n.history, onClick: () => open('history') },
            ]}
            {...(editable ? {} : { words: n.history })}
          />
        }
      />
      {renaming.subject && (
        <RenameNetworkDialog
          network={network}
          onClose={renaming.close}
          onRenamed={() => {
            renaming.close()
            void networksChanged(queries)
          }}
        />
      )}
    </>
  )
}

export function CiphersCard({ network, editable }: CardProps) {
  const t = useText(text)
  const n = useText(networkText)
  return (
    <SettingCard
      title={t.ciphers}
      panel="ciphers"
      value={n.ciphers[network.ncp_ciphers]}
      note={t.ciphersNote}
      action={editable && <OpenPanel panel="ciphers" of={t.ciphers} />}
    />
  )
}

export function DnsCard({ network: { network_dns }, editable }: CardProps) {
  const t = useText(text)
  const most = useQuery(asking(contract.network.config, {}, { quiet: true })).data?.dns_quantity
  const isSet = network_dns.length > 0
  return (
    <SettingCard
      title={t.dns}
      panel="dns"
      value={isSet ? <span className="weft-mono">{network_dns.join('　')}</span> : t.dnsNone}
      off={!isSet}
      note={most !== undefined && t.dnsOf(network_dns.length, most)}
      action={editable && <OpenPanel panel="dns" of={t.dns} />}
    />
  )
}

/** Shows on how many branches dynamic routing is on, and switches it for all; hidden if the account does not have it. */
export function QuaggaCard({ network, editable }: CardProps) {
  const t = useText(text)
  const { auth } = useAccount()
  const { change } = useSettingChange(network)
  if (auth.quagga !== 1) return null
  const branches = network.member.filter(({ member_type, router_type }) => member_type === 'point' && router_type === 1)
  const without = branches.filter(({ quagga }) => quagga !== 1)
  const on = branches.length - without.length
  const ask = (name: 'quagga_enable' | 'quagga_disable', title: string, body: string, action: string) => () =>
    void change(name, {}, { title, body, action })
  return (
    <SettingCard
      title={t.quagga}
      term="quagga"
      value={t.quaggaOn(on)}
      off={on === 0}
      note={on > 0 && without.length > 0 ? t.quaggaOff(without.slice(0, MOST_NAMED).map(nameOf), without.length) : undefined}
      action={
        editable && (
          <OpenOne
            of={t.quagga}
            choices={[
              ...(without.length > 0
                ? [
                    {
                      key: 'on',
                      label: t.enableAll,
                      onClick: ask('quagga_enable', t.enableTitle, t.enableBody(without.length), t.enableAll),
                    },
                  ]
                : []),
              ...(on > 0
                ? [{ key: 'off', label: t.disableAll, onClick: ask('quagga_disable', t.disableTitle, t.disableBody(on), t.disableAll) }]
                : []),
            ]}
          />
        )
      }
    />
  )
}
