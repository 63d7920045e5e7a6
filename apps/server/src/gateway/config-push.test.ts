import { MAX_FRAME_BYTES } from '@weft/contract'
import { expect, it } from 'vitest'
import type { Db } from '../db/client.ts'
import { silentLog } from '../kernel/log.ts'
import { createConfigPush } from './config-push.ts'
import type { ConfigReport } from './config.queries.ts'
import type { Peer, Peers } from './peers.ts'
import { OPERATOR } from '../domains/member/device/credential.service.ts'
import { eventually } from '../../test/eventually.ts'

it('a configuration larger than a frame is not offered, and the reason names its size and the limit', async () => {
  const sent: string[] = []
  const socket = { bufferedAmount: 0, readyState: 1, OPEN: 1, send: (frame: string) => void sent.push(frame) }
  const pop = { socket, account_id: OPERATOR, router_name: 'pop-1', running: null, pending: null } as unknown as Peer
  const peers = { here: () => pop } as unknown as Peers
  const reports: ConfigReport[] = []
  let size = MAX_FRAME_BYTES
  const push = createConfigPush({
    db: {} as Db,
    peers,
    log: silentLog,
    trust: { bring: async () => {} },
    turns: { take: async () => true, giveBack: () => {}, beat: () => {} },
    pops: {
      of: async () =>
        new Map([['pop-1', { revision: 7, hash: 'h', document: { version: 3, router_name: '1'.repeat(size), networks: [] } }]]),
    },
    report: (report) => void reports.push(report),
  })
  push.want('pop-1')
  await eventually(() => expect(reports).toHaveLength(1))
  expect(reports).toMatchObject([
    { router_name: 'pop-1', revision: 7, error: expect.stringMatching(/^配置大小为 4\.1 MB，超过一次下发的上限 4\.0 MB/) },
  ])
  expect(sent).toEqual([])
  size /= 2
  push.want('pop-1')
  await eventually(() => expect(sent).toHaveLength(1))
  push.stop()
})
