/** The smallest server that could answer a list: Fastify, a pool, the statements. It has no session, no tenancy and no checks. */
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { Pool } from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}
export interface Peer {
  database: string
  connections: number
  statements: Statement[]
}

async function serve({ database, connections, statements }: Peer): Promise<void> {
  const pool = new Pool({ connectionString: database, max: connections })
  const app = Fastify()
  app.get('/lists', async () => {
    const data: unknown[] = []
    for (const { text, values } of statements) data.push((await pool.query(text, values)).rows)
    return { code: 200, msg: '', data }
  })
  process.once('SIGTERM', () => void app.close().then(() => pool.end()))
  console.log(`serves ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
}

if (process.argv[1] === import.meta.filename) await serve(JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Peer)
