import { createServer } from 'node:net'
import { Client, DatabaseError, Pool } from 'pg'
import { expect, inject, it } from 'vitest'
import { absenceOf } from './absence.ts'

const refused = (code: string, severity = 'ERROR') => Object.assign(new DatabaseError('no', 2, 'error'), { code, severity })
const failed = (code: string) => Object.assign(new Error(`connect ${code}`), { code })

it.each([
  ['57P01', 'away', 'admin_shutdown'],
  ['57P02', 'away', 'crash_shutdown'],
  ['57P03', 'away', 'cannot_connect_now'],
  ['08006', 'away', 'connection_failure'],
  ['25P03', 'away', 'idle_in_transaction_session_timeout'],
  ['53300', 'busy', 'too_many_connections'],
  ['53200', 'busy', 'out_of_memory'],
  ['57014', 'busy', 'query_canceled'],
  ['40001', 'busy', 'serialization_failure'],
  ['40P01', 'busy', 'deadlock_detected'],
  ['55P03', 'busy', 'lock_not_available'],
  ['53100', 'full', 'disk_full'],
  ['58030', 'full', 'io_error'],
  ['25006', 'readonly', 'read_only_sql_transaction'],
])('SQLSTATE %s means %s (%s)', (code, absence) => {
  expect(absenceOf(refused(code))).toBe(absence)
})

it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EMFILE'])(
  'a connection that fails with %s means that the database is away',
  (code) => {
    expect(absenceOf(failed(code))).toBe('away')
  },
)

it.each(['23505', '42P01', '22P02', '25P02', '42501', 'XX000', 'ENOENT', 'ERR_INVALID_ARG_TYPE'])(
  'a statement that fails with %s is a fault of the program, not of the database',
  (code) => {
    expect(absenceOf(refused(code))).toBeUndefined()
  },
)

it('an error that does not come from the database is no absence, whatever its message says', () => {
  for (const error of [new Error('boom'), new TypeError('timeout'), 'ECONNREFUSED', undefined, null, { code: '57P01' }])
    expect(absenceOf(error)).toBeUndefined()
})

const failure = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}
/** @param options in addition to the address of the tests' server, or in its place */
async function onClient(options: object, work: (client: Client) => Promise<unknown>): Promise<unknown> {
  const client = new Client({ connectionString: inject('postgres'), ...options })
  client.on('error', () => {})
  try {
    return await failure(async () => {
      await client.connect()
      await work(client)
    })
  } finally {
    await client.end().catch(() => {})
  }
}

it('errors that the driver itself throws are recognized too', async () => {
  const terminated = await onClient({}, (client) => client.query('select pg_terminate_backend(pg_backend_pid())'))
  expect([terminated, absenceOf(terminated)]).toEqual([expect.any(Error), 'away'])
  const destroyed = await onClient({}, (client) => {
    const waiting = client.query('select pg_sleep(30)')
    ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
    return waiting
  })
  expect([destroyed, absenceOf(destroyed)]).toEqual([expect.any(Error), 'away'])
  const tooLong = await onClient({ statement_timeout: 20 }, (client) => client.query('select pg_sleep(30)'))
  expect(absenceOf(tooLong)).toBe('busy')
  const silent = await onClient({ query_timeout: 20 }, (client) => client.query('select pg_sleep(1)'))
  expect([silent, absenceOf(silent)]).toEqual([expect.any(Error), 'away'])
  const readonly = await onClient({}, async (client) => {
    await client.query('begin read only')
    await client.query('create table never (id int)')
  })
  expect(absenceOf(readonly)).toBe('readonly')
  const nowhere = await onClient({ connectionString: undefined, host: '127.0.0.1', port: 1 }, async () => {})
  expect([nowhere, absenceOf(nowhere)]).toEqual([expect.any(Error), 'away'])
  const missing = await onClient({ connectionString: `${inject('postgres')}_that_is_missing` }, async () => {})
  expect([missing, absenceOf(missing)]).toEqual([expect.any(Error), 'away'])
})

it('a pool that gets no connection in time and a pool that was ended mean that the database is away', async () => {
  const mute = createServer(() => {})
  await new Promise<void>((done) => void mute.listen(0, '127.0.0.1', done))
  const { port } = mute.address() as { port: number }
  const pool = new Pool({ host: '127.0.0.1', port, max: 1, connectionTimeoutMillis: 50 })
  const [first, second] = await Promise.all([failure(() => pool.connect()), failure(() => pool.connect())])
  expect([first, absenceOf(first), second, absenceOf(second)]).toEqual([expect.any(Error), 'away', expect.any(Error), 'away'])
  await pool.end()
  expect(absenceOf(await failure(() => pool.connect()))).toBe('away')
  mute.close()
})
