import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type AgentMessage, CAPABILITY_VERSION, type ControllerMessage, HEARTBEAT_SECONDS } from '@weft/contract/agent-protocol'
import { expect, it, onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createAgent } from './agent.ts'
import { memoryStore } from './apply/config-store.ts'
import { createEther } from './drivers/simulated/ether.ts'
import { simulatedDriver } from './drivers/simulated/simulated.ts'
import { keptCredential } from './protocol/credential.ts'
import { memoryRing } from './protocol/event-ring.ts'

it('an agent follows the controller’s clock when it is set while they are connected', async () => {
  const controller = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => controller.close())
  await once(controller, 'listening')
  const connected = once(controller, 'connection') as Promise<[WebSocket]>
  const agent = createAgent({
    controller: { server: `http://127.0.0.1:${(controller.address() as AddressInfo).port}`, ca: undefined },
    router_name: 'SN1',
    boot_id: 'b',
    credential: keptCredential(
      () => 'a',
      () => {},
    ),
    driver: simulatedDriver(createEther(), 'SN1', 'router', 'seed'),
    store: memoryStore(),
    ring: memoryRing(10),
    beat: { each: () => () => {}, stop: () => {} },
    random: () => 0,
  })
  onTestFinished(() => agent.stop())
  await agent.start()
  const [device] = await connected
  const tell = (message: ControllerMessage) => device.send(JSON.stringify(message))
  const now = Math.floor(Date.now() / 1000)
  tell({
    type: 'welcome',
    session_id: 's',
    capabilities: CAPABILITY_VERSION,
    desired: null,
    heartbeat: HEARTBEAT_SECONDS,
    now,
    event_seq: 0,
    report_links: false,
  })
  /** Returns whether the agent accepts an operation that expires at that time. */
  async function accepts(op_id: string, expires_at: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    device.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as AgentMessage
      if (message.type === 'op.result' && message.op_id === op_id) resolve(message.ok)
    })
    tell({ type: 'op', op_id, kind: 'resend_config', expires_at, data: null })
    return promise
  }
  const [before, after] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
  expect(await accepts(before, now + 3600)).toBe(true)
  tell({ type: 'heartbeat', now: now + 86_400 })
  expect(await accepts(after, now + 3600)).toBe(false)
})
