import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** A real NATS on 127.0.0.1. */
export interface NatsServer {
  port: number
  /** Kills it, as a crash would. */
  kill(): Promise<void>
  /** Starts it again on the same port, with these options in place of the former ones. */
  start(options?: readonly string[]): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1')
    // NATS speaks first.
    socket.once('data', () => (socket.destroy(), done(true)))
    socket.once('error', () => done(false))
    socket.once('close', () => done(false))
  })

/** Starts NATS and resolves once it answers. @throws if the program is not installed or ends */
export async function startNats(options: readonly string[] = []): Promise<NatsServer> {
  const port = await freePort()
  let end = async () => {}
  async function start(more: readonly string[] = options): Promise<void> {
    const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), ...more], {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    })
    const exited = new Promise<string>((done) => {
      child.on('error', ({ message }) => done(message))
      child.on('exit', (code, signal) => done(String(signal ?? code)))
    })
    let how: string | undefined
    void exited.then((said) => (how = said))
    end = async () => {
      child.kill('SIGKILL')
      await exited
    }
    while (!(await answers(port))) if (how !== undefined) throw new Error(`nats-server ended: ${how} (Debian: apt install nats-server)`)
  }
  await start()
  return { port, kill: () => end(), start }
}
