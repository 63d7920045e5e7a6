import { contract, doorBase } from '@weft/contract'
import { call } from '@weft/ui'
import type { Connect } from './live-traffic.ts'

/** Returns a function that opens sockets of a member's live traffic, each with its own ticket; undefined without WebSocket. */
export function liveSocket(router_name: string): Connect | undefined {
  const { WebSocket: Socket } = window as { WebSocket?: typeof WebSocket }
  if (!Socket) return undefined
  return ({ message, closed }) => {
    let socket: WebSocket | undefined
    let given_up = false
    const open = async () => {
      const { ticket } = await call(contract.login.socket_ticket, {}, { quiet: true })
      if (given_up) return
      const query = new URLSearchParams({ token: ticket, router_name })
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
      socket = new Socket(`${scheme}://${location.host}${doorBase.console}/${contract.liveTraffic.watch.path}?${query}`)
      socket.addEventListener('message', ({ data }) => !given_up && message(JSON.parse(String(data))))
      socket.addEventListener('close', ({ code }) => !given_up && closed(code))
    }
    open().catch(() => !given_up && closed())
    return () => {
      given_up = true
      socket?.close()
    }
  }
}
