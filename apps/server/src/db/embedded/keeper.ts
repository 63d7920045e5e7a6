import { errorFacts, type Log } from '../../kernel/log.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './launcher.ts'

export interface KeptDatabase {
  url: string
  stop(): Promise<void>
  /** Resolves when the database ended and cannot be started again. */
  lost: Promise<void>
}

/** An embedded PostgreSQL that is started again, on the same address, whenever it ends by itself. @throws EmbeddedError at the first start */
export async function keepEmbedded(options: EmbeddedOptions, log: Log): Promise<KeptDatabase> {
  let running: Embedded = await startEmbedded(options)
  let stopping = false

  async function keep(): Promise<void> {
    for (;;) {
      const code = await running.exited
      if (stopping) return
      log.error('the database ended by itself; starting it again', { code })
      try {
        running = await startEmbedded(options)
      } catch (error) {
        log.error('the database cannot be started again', errorFacts(error))
        return
      }
    }
  }

  const kept = keep()
  return {
    url: running.url,
    async stop() {
      stopping = true
      await running.stop()
    },
    lost: kept,
  }
}
