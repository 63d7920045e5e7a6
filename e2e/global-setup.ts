import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Addresses, freePorts, startWeft } from './server.ts'

/** Where the server of the run is, for the workers. */
export interface Shared {
  addresses: Addresses
  data_dir: string
  /** Where the server looks for a directory of a test. */
  directory_port: number
  /** Where it may call a webhook of a test. */
  webhook_port: number
}
const SHARED = 'E2E_SERVER'

/** The server that every spec shares: each test opens accounts of its own on it. */
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
