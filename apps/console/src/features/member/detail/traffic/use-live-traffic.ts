import { toast, useText } from '@weft/ui'
import { useEffect, useRef, useState } from 'react'
import { liveSocket } from './live-socket.ts'
import { type LiveState, liveTraffic } from './live-traffic.ts'
import * as text from './traffic.text.ts'

/** Follows the live traffic of a member while `wanted`. */
export function useLiveTraffic(router_name: string, wanted: boolean) {
  const t = useText(text)
  const [state, setState] = useState<LiveState>()
  const machine = useRef<ReturnType<typeof liveTraffic>>(undefined)

  const { noSocket } = t
  useEffect(() => {
    if (!wanted) return
    const connect = liveSocket(router_name)
    if (!connect) toast.error(noSocket)
    const live = liveTraffic(connect, setState)
    machine.current = live
    live.start()
    const look = () => live.look(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      live.stop()
    }
  }, [router_name, wanted, noSocket])

  return {
    state,
    pause: () => machine.current?.pause(),
    resume: () => machine.current?.resume(),
    choose: () => machine.current?.choose(),
  }
}
