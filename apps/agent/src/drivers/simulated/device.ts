import type { NetworkInterface } from '@weft/contract/agent-protocol'
import type { DeviceFacts } from '../../protocol/enrol.ts'
import { pick, seeded } from '../../seeded.ts'

export type SimulatedKind = 'router' | 'app' | 'saas' | 'pop'

const FIRMWARE = ['3.2.1', '3.2.0', '3.1.4'] as const
const CLIENT = ['2.4.1', '2.4.0'] as const
const PERSONAL = [
  { os: 'Windows', sys_brand: 'Lenovo', sys_model: 'ThinkPad X13', sys_version: 'Windows 11 24H2' },
  { os: 'Windows', sys_brand: 'Dell', sys_model: 'Latitude 5450', sys_version: 'Windows 11 23H2' },
  { os: 'macOS', sys_brand: 'Apple', sys_model: 'MacBook Air', sys_version: 'macOS 15.5' },
  { os: 'Android', sys_brand: 'HUAWEI', sys_model: 'Mate 60', sys_version: 'Android 12' },
  { os: 'iOS', sys_brand: 'Apple', sys_model: 'iPhone 15', sys_version: 'iOS 18.5' },
] as const

/** Returns the address of a SaaS device inside its tunnel. */
export const uplinkAddress = (seed: string): string => `10.64.${part(`${seed} uplink`, 255)}.2`

const part = (seed: string, size: number) => 1 + Math.floor(seeded(seed) * (size - 2))

/** Returns the facts that a device reports, the same in every run. */
export const factsOf = (kind: SimulatedKind, seed: string): DeviceFacts =>
  kind === 'app'
    ? { ...pick<DeviceFacts>(PERSONAL, `${seed} person`), version: pick(CLIENT, `${seed} version`) }
    : { os: 'WeftOS', version: pick(FIRMWARE, `${seed} version`) }

/** Returns the device's address in the internet, from the documentation blocks, which belong to no one. */
export const outerAddress = (seed: string): string =>
  `${pick(['198.51.100', '203.0.113', '192.0.2'], `${seed} block`)}.${part(`${seed} outer`, 255)}`

export function interfacesOf(kind: SimulatedKind, seed: string): NetworkInterface[] {
  const uuid = (name: string) =>
    Math.floor(seeded(`${seed} ${name}`) * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  const port = (name: string, rest: Pick<NetworkInterface, 'protocol' | 'ipv4' | 'ipv4_subnet_mask'>): NetworkInterface => ({
    interface: name,
    interface_uuid: uuid(name),
    ip: rest.ipv4,
    mtu: rest.protocol === 'pppoe' ? 1492 : 1500,
    ...rest,
  })
  if (kind === 'app')
    return [port('wlan', { protocol: 'dhcp', ipv4: `192.168.1.${part(`${seed} wlan`, 255)}`, ipv4_subnet_mask: '255.255.255.0' })]
  const protocol = pick(['static', 'dhcp', 'pppoe'] as const, `${seed} protocol`)
  return [
    port('wan', { protocol, ipv4: outerAddress(seed), ipv4_subnet_mask: '255.255.255.0' }),
    port('lan', { protocol: 'static', ipv4: `192.168.${part(`${seed} lan`, 255)}.1`, ipv4_subnet_mask: '255.255.255.0' }),
  ]
}
