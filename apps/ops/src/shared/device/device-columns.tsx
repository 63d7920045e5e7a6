import { type Device, opsContract } from '@weft/contract'
import { type ListColumn, Nothing, StatusDot, type StatusKind, TimeText, useText } from '@weft/ui'
import { AccountLink } from '../account/AccountLink.tsx'
import { MemberState } from '../member/MemberState.tsx'
import { useMay } from '../operator/use-operator.ts'
import { DeviceActions } from './DeviceActions.tsx'
import './device.css'
import * as text from './device.text.ts'

const dots: Record<Device['state'], StatusKind> = { stock: 'idle', assigned: 'pending', activated: 'online' }

/** Returns the columns of a list of devices. @param now Unix seconds of the list @param ofOne whether they all belong to one account */
export function useDeviceColumns(now: number, ofOne = false): ListColumn<Device>[] {
  const t = useText(text)
  const may = useMay()
  const account: ListColumn<Device> = {
    key: 'account_number',
    title: t.account,
    render: (_, { account_number, nickname }) => <AccountLink account_number={account_number} name={nickname} />,
  }
  const actions: ListColumn<Device> = {
    key: 'actions',
    title: t.more,
    card: 'actions',
    pinned: true,
    width: 72,
    render: (_, device) => <DeviceActions device={device} />,
  }
  return [
    {
      key: 'router_name',
      title: t.device,
      card: 'title',
      pinned: true,
      render: (_, { router_name, member }) => (
        <span className="device-name">
          {member?.note}
          <span className="weft-mono">{router_name}</span>
        </span>
      ),
    },
    {
      key: 'condition',
      title: t.condition,
      card: 'status',
      render: (_, { member }) => (member ? <MemberState member={member} now={now} /> : <Nothing />),
    },
    {
      key: 'networks',
      title: t.networks,
      render: (_, { member }) => member?.networks.map(({ network_name }) => network_name).join(t.and) || <Nothing />,
    },
    ...(ofOne ? [] : [account]),
    { key: 'kind', title: t.kind, render: (_, { kind }) => t.kinds[kind] },
    { key: 'router_model', title: t.model, render: (_, { router_model }) => router_model },
    {
      key: 'router_mac',
      title: t.mac,
      render: (_, { router_mac }) => (router_mac ? <span className="weft-mono">{router_mac}</span> : <Nothing />),
    },
    { key: 'state', title: t.state, render: (_, { state }) => <StatusDot kind={dots[state]} text={t.states[state]} /> },
    {
      key: 'bandwidth',
      title: t.bandwidth,
      align: 'right',
      render: (_, { bandwidth }) => (bandwidth === null ? <Nothing /> : t.mbps(bandwidth)),
    },
    { key: 'expire_date', title: t.expiry, render: (_, { expire_date }) => <TimeText at={expire_date} /> },
    { key: 'create_time', title: t.created, render: (_, { create_time }) => <TimeText at={create_time} /> },
    ...(may(opsContract.devices.assign) ? [actions] : []),
  ]
}
