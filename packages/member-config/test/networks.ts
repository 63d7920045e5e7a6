import { type MemberSettings, type NetworkIntent, type NetworkSettings, newCenter, newMember, newSettings } from '../src/index.ts'

/** Returns a center with the nth pair of segments. */
export const centerAt = (n: number): MemberSettings => ({
  ...newMember('center'),
  center: newCenter(`10.128.${n * 32}.0/20`, `10.128.${n * 32 + 16}.0/20`),
})

/** Returns a network of these members: enabled hardware without known addresses, unless `change` alters it. */
export function networkOf(members: NetworkSettings['members'], change: (intent: NetworkIntent) => void = () => {}): NetworkIntent {
  const intent: NetworkIntent = {
    settings: { ...newSettings('网络'), members },
    facts: {
      network_number: '1000000000',
      network_status: 1,
      members: Object.fromEntries(Object.keys(members).map((name) => [name, { router_type: 1, status: 1, address: null }])),
      areas: {},
    },
  }
  change(intent)
  return intent
}
