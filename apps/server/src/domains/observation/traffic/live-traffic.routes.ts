import { type contract, type LiveTraffic, refusals, refusalText } from '@weft/contract'
import type { OpenSocket } from '../../../http/socket.ts'
import type { LiveTrafficService } from './live-traffic.service.ts'

/** Passes a member's samples on to an open console, until one of them goes away. */
export const liveTraffic =
  ({ watch }: LiveTrafficService) =>
  ({ actor, input, language, send, close, onClose }: OpenSocket<typeof contract.liveTraffic.watch>): void => {
    const stop = watch(actor.account_id, input.router_name, {
      send: (data) => send({ code: 200, msg: '', data }),
      away() {
        stop()
        send(offline(language))
        close()
      },
    })
    onClose(stop)
  }

const offline = (language: Parameters<typeof refusalText>[2]): LiveTraffic => ({
  code: refusals.memberOffline.code,
  msg: refusalText('memberOffline', undefined, language),
  data: { interfaces: [], samples: [] },
})
