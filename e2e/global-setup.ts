import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePorts } from '../apps/server/test/free-port.ts'
import { type Addresses, startWeft } from './server.ts'

/** The server of the run, for the workers. */
export interface Shared {
  addresses: Addresses
  data_dir: string
  /** The port at which the server may query a test's directory. */
  directory_port: number
  /** The port at which the server may call a test's webhook. */
  webhook_port: number
}
const SHARED = 'E2E_SERVER'

/** Starts the server that all specs share: each test opens its own accounts on it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'weft-e2e-'))
  const forget = () => rmSync(data_dir, { recursive: true, force: true })
  const [directory_port = 0, webhook_port = 0, ...ports] = await freePorts(6)
  const reachable = [directory_port, webhook_port].map((port) => `127.0.0.1:${port}`).join(',')
  const weft = await startWeft({ data_dir, ports, demo: false, reachable }).catch((error: unknown) => {
    forget()
    throw error
  })
  const shared: Shared = { addresses: weft.addresses, data_dir, directory_port, webhook_port }
  process.env[SHARED] = JSON.stringify(shared)
  return async () => {
    const code = await weft.stop()
    forget()
    if (code !== 0) throw new Error(`the server ended with ${code}:\n${weft.output()}`)
  }
}

export function sharedServer(): Shared {
  const text = process.env[SHARED]
  if (!text) throw new Error('the global setup did not run')
  return JSON.parse(text) as Shared
}
