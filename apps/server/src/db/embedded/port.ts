import * as fs from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { EmbeddedError } from './embedded-error.ts'

/** Returns the requested port, or else the one used last time if it is still free, or else a free one, which is remembered in `dir`. */
export async function choosePort(dir: string, asked: number): Promise<number> {
  if (asked !== 0) {
    if ((await bindable(asked)) === undefined) throw portTaken(asked)
    return asked
  }
  const file = path.join(dir, 'port')
  const remembered = Number(await fs.readFile(file, 'utf8').catch(() => '0'))
  const port = (remembered > 0 && remembered < 65_536 ? await bindable(remembered) : undefined) ?? (await bindable(0))
  if (port === undefined) throw new EmbeddedError('No free port was found on 127.0.0.1 for the embedded database.')
  if (port !== remembered) await fs.writeFile(file, `${port}\n`)
  return port
}

export const portTaken = (port: number) =>
  new EmbeddedError(`Port ${port} on 127.0.0.1, asked for the embedded database, is already in use by another program.`)

async function bindable(port: number): Promise<number | undefined> {
  const server = net.createServer()
  return await new Promise((resolve) => {
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const { port: bound } = server.address() as net.AddressInfo
      server.close(() => resolve(bound))
    })
  })
}
