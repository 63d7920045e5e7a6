import type { NetworkInfo } from '@weft/contract'

export function SettingsTab(_props: { network: NetworkInfo }) {
  return null
}
