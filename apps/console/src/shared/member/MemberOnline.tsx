import type { MemberSummary } from '@weft/contract'
import { StatusDot, useText } from '@weft/ui'
import * as text from './member.text.ts'

/** Shows 「在线」 or 「离线」. An offline hardware member is shown as a fault, an offline software member is not. */
export function MemberOnline({ member: { router_type, online } }: { member: Pick<MemberSummary, 'router_type' | 'online'> }) {
  const t = useText(text)
  if (online === 1) return <StatusDot kind="online" text={t.online} />
  return <StatusDot kind={router_type === 2 ? 'idle' : 'offline'} text={t.offline} />
}
