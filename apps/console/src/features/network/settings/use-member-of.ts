import type { NetworkMember } from '@weft/contract'
import { toast, useText } from '@weft/ui'
import { useEffect, useState } from 'react'
import type { PanelProps } from './panel-props.ts'
import * as text from './settings.text.ts'

/**
 * The member that a panel is about, as it was when it opened; where it is in the network no longer, the panel closes and says so.
 * @param fits whether the panel is for such a member
 */
export function useMemberOf(
  { network, node, close }: PanelProps,
  fits: (member: NetworkMember) => boolean = () => true,
): NetworkMember | undefined {
  const t = useText(text)
  const [member] = useState(() => network.member.find((one) => one.router_name === node && fits(one)))
  useEffect(() => {
    if (member) return
    toast.warning(t.memberGone)
    close()
  }, [member, close, t])
  return member
}
