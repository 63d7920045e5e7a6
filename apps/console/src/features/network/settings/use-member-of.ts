import type { NetworkMember } from '@weft/contract'
import { toast, useText } from '@weft/ui'
import { useEffect, useState } from 'react'
import type { PanelProps } from './panel-props.ts'
import * as text from './settings.text.ts'

/**
 * Returns the panel's member as it was when the panel opened. If the network does not contain it, the panel closes with a warning.
 * @param fits returns whether the panel applies to a member
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
