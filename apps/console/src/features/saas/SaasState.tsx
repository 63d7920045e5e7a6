import type { SaasDevice } from '@weft/contract'
import { StatusDot, useText } from '@weft/ui'
import * as text from './saas.text.ts'

/** Shows whether the device has a tunnel to a POP. */
export function SaasState({ device: { online } }: { device: Pick<SaasDevice, 'online'> }) {
  const t = useText(text)
  return online === 1 ? <StatusDot kind="online" text={t.connected} /> : <StatusDot kind="idle" text={t.disconnected} />
}
