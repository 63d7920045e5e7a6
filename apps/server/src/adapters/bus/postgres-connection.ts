import { CHANNEL } from '../../db/client.ts'
import { cut as cutClient, openClient } from '../../db/hosts.ts'

/** A connection that listens to the bus. */
export interface Connection {
  /** Resolves when the connection has ended, for any reason. */
  lost: Promise<void>
  /** Ends the connection. */
  end(): Promise<void>
}

const END_MS = 1_000

/** Makes PostgreSQL close a connection whose client disappeared within half a minute; without these settings it waits for two hours. */
const LET_GO =
  'set tcp_keepalives_idle to 10; set tcp_keepalives_interval to 5; set tcp_keepalives_count to 3; set tcp_user_timeout to 25000'

/**
 * Opens a connection to PostgreSQL that listens to the bus, and checks regularly that PostgreSQL still answers: a host that disappears
 * closes no connection.
 * @param times milliseconds until the connection must be open, between two checks, and until one must be answered
 * @throws the driver's error when it cannot connect; the socket is closed then
 */
export async function openConnection(
  url: string,
  receive: (payload: string | undefined) => void,
  times: { connect: number; ask: number; answer: number },
): Promise<Connection> {
  const client = await openClient(url, {
    connectionTimeoutMillis: times.connect,
    keepAlive: true,
    application_name: 'weft bus',
    query_timeout: times.answer,
  })
  // The driver's own `end` would wait for an answer.
  const cut = () => cutClient(client)
  const lost = new Promise<void>((done) => void client.once('end', done))
  client.on('error', cut)
  client.on('notification', ({ payload }) => receive(payload))
  try {
    await client.query(`${LET_GO}; listen ${CHANNEL}`)
  } catch (error) {
    cut()
    throw error
  }
  let asking = false
  const timer = setInterval(() => {
    // A check that is still unanswered ends the connection at its own time limit.
    if (asking) return
    asking = true
    client.query('select 1').then(() => (asking = false), cut)
  }, times.ask)
  void lost.then(() => clearInterval(timer))
  return {
    lost,
    async end() {
      const late = setTimeout(cut, END_MS)
      client.end().catch(cut)
      await lost
      clearTimeout(late)
    },
  }
}
