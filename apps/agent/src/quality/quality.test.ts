import type { MemberDocument } from '@weft/member-config'
import { afterEach, expect, test } from 'vitest'
import { createQuality, type Quality } from './quality.ts'
import { eventually } from '../../../server/test/eventually.ts'
import { freePort } from '../../../server/test/free-port.ts'

// Each end of a tunnel has an address of its own on this interface.
const [GATEWAY, BRANCH, SOFTWARE] = ['127.77.0.1', '127.77.0.2', '127.77.8.1']
const NETWORK = '1000000001'

const service = (gateway: string, ...peers: string[]) => ({ gateway, peers: peers.map((address) => ({ router_name: address, address })) })
const center = {
  networks: [
    { network_number: NETWORK, position: 'center', services: { hardware: service(GATEWAY, BRANCH), software: service(SOFTWARE) } },
  ],
} as unknown as MemberDocument
const branch = (enable = true) =>
  ({
    networks: [
      { network_number: NETWORK, position: 'point', links: [{ center: 'HUB', enable, address: BRANCH, gateway: GATEWAY }], services: null },
    ],
  }) as unknown as MemberDocument
const up = [{ network_number: NETWORK, who: 'HUB', dialled: true }]

const running: Quality[] = []
afterEach(() => {
  for (const one of running.splice(0)) one.stop()
})
/** Returns a center and a branch, which measure by a port that is free. */
async function given(): Promise<[hub: Quality, shop: Quality]> {
  const port = await freePort()
  const pair: [Quality, Quality] = [createQuality({ port }), createQuality({ port })]
  running.push(...pair)
  return pair
}

test('a branch measures a tunnel while it is up, and its center answers', async () => {
  const [hub, shop] = await given()
  const measured = () => {
    hub.look(center, [])
    shop.look(branch(), up)
    return shop.take()
  }
  await eventually(() => expect(measured()).toMatchObject([{ network_number: NETWORK, who: 'HUB' }]))
  expect(hub.take()).toEqual([])
})
