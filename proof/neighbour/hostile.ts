/** The hostile account, in a process of its own: its devices, logins, sockets and the endpoints that it names. */
import { contract, doorBase } from '@weft/contract'
import { serveRequests } from './actors.ts'
import { type Callers, createCallers } from './callers.ts'
import { createDevices, type Devices } from './devices.ts'
import { createListeners, startSilent } from './listeners.ts'
import type { Account } from './stage.ts'

const silent = await startSilent()
let parts: { callers: Callers; devices: Devices; listeners: ReturnType<typeof createListeners> }

/** Has all devices watched, and each loss and return sent to an endpoint that never answers. */
async function watchDevices({ ports, logins, devices }: Account): Promise<void> {
  const post = (path: string, input: object) =>
    fetch(`http://127.0.0.1:${ports.console}${doorBase.console}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${logins[0]![0]}`, 'x-forwarded-for': '198.51.100.1' },
      body: JSON.stringify(input),
    })
  await post(contract.monitor.enable.path, {})
  await post(contract.webhook.setting.path, { type: 'other', url: `http://${silent.webhook}/hook`, secret: '' })
  const settings = { portal_confirm: 1, email_confirm: 0, webhook_confirm: 1, router_offline: 1, router_online: 1 }
  await post(contract.monitor.setting.path, { ...settings, router: devices.map(({ router_name }) => router_name) })
}

serveRequests(
  {
    /** @returns the hosts that the server must be allowed to reach */
    hosts: () => [silent.webhook, silent.directory],
    async meet(account: Account) {
      await watchDevices(account)
      parts = { callers: createCallers(account, silent), devices: createDevices(account), listeners: createListeners(account) }
      return parts.callers.choose()
    },
    begin() {
      for (const part of Object.values(parts)) part.begin()
    },
    rest() {
      for (const part of Object.values(parts)) part.rest()
    },
    counts: () => ({ ...parts.callers.counts(), ...parts.devices.counts() }),
  },
  10,
)
