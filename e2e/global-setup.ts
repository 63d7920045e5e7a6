import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePorts } from '../apps/server/test/free-port.ts'
import { openRelay } from './relay.ts'
import { type Addresses, startWeft } from './server.ts'

/** The server of the run, for the workers. */
export interface Shared {
  addresses: Addresses
  data_dir: string
  /** The port at which the server may query a test's directory, see `lead` of e2e/relay.ts. */
  directory_port: number
  /** The port at which the server may call a test's webhook, likewise. */
  webhook_port: number
}
const SHARED = 'E2E_SERVER'

/** Starts the server that all specs share: each test opens its own accounts on it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'weft-e2e-'))
  const directory = await openRelay(data_dir)
  const webhook = await openRelay(data_dir)
  const forget = async () => {
    await Promise.all([directory.close(), webhook.close()])
    rmSync(data_dir, { recursive: true, force: true })
  }
  const reachable = [directory, webhook].map(({ port }) => `127.0.0.1:${port}`).join(',')
  const weft = await startWeft({ data_dir, ports: await freePorts(4), demo: false, reachable }).catch(async (error: unknown) => {
    await forget()
    throw error
  })
  const shared: Shared = { addresses: weft.addresses, data_dir, directory_port: directory.port, webhook_port: webhook.port }
  process.env[SHARED] = JSON.stringify(shared)
  return async () => {
    const code = await weft.stop()
    await forget()
    if (code !== 0) throw new Error(`the server ended with ${code}:\n${weft.output()}`)
  }
}

export function sharedServer(): Shared {
  const text = process.env[SHARED]
  if (!text) throw new Error('the global setup did not run')
  return JSON.parse(text) as Shared
}
