import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { freePort } from './free-port.ts'
import { findProgram } from './lacks.ts'

/** A real NATS on 127.0.0.1. */
export interface NatsServer {
  port: number
  /** Kills it, as a crash would. */
  kill(): Promise<void>
  /** Starts it again on the same port, with these options in place of the former ones. */
  start(options?: readonly string[]): Promise<void>
}

const TRIES = 20

/** Returns whether the NATS with this name answers on a port: it says its name first, and another program may have the port. */
const answers = (port: number, name: string) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', (greeting) => {
      socket.destroy()
      done(greeting.includes(name))
    })
    socket.once('error', () => done(false))
    socket.once('close', () => done(false))
  })

/** Starts NATS and resolves once it answers. @throws if the program is not installed or ends */
export async function startNats(options: readonly string[] = []): Promise<NatsServer> {
  const name = randomUUID()
  let port = await freePort()
  let end = async () => {}
  async function start(more: readonly string[] = options): Promise<void> {
    const child = spawn(findProgram('nats-server') ?? 'nats-server', ['-a', '127.0.0.1', '-p', String(port), '--name', name, ...more], {
      stdio: 'ignore',
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
    while (!(await answers(port, name)))
      if (how !== undefined) throw new Error(`nats-server ended: ${how} (Debian: apt install nats-server)`)
  }
  for (let tries = 1; ; tries++) {
    try {
      await start()
      break
    } catch (error) {
      // Another program has the port.
      if (tries === TRIES) throw error
      port = await freePort()
    }
  }
  return { port, kill: () => end(), start }
}
