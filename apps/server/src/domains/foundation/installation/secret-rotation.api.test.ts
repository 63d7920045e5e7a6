import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contract } from '@weft/contract'
import { Client } from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connect, type Db } from '../../../db/client.ts'
import { SEALED_COLUMNS } from '../../../db/sealed-columns.ts'
import { adviceOn, createResealing, secretStatus, unlockInstallation } from './secret.service.ts'
import { silentLog } from '../../../kernel/log.ts'
import { deriveKeys, type Keys, type Secrets } from '../../../kernel/secrets.ts'
import { SettingError } from '../../../kernel/settings.ts'
import { anAuthenticator, prove } from '../../../../test/credential-fixtures.ts'
import { runHere, serverSettings } from '../../../../test/run-weft.ts'
import { createDatabase, createWorld, LONG_PATIENCE, type Person, type World } from '../../../../test/world.ts'

const [FORMER, PRESENT] = ['former secret of thirty-two and more characters', 'present secret of thirty-two and more characters']

async function opened(url: string): Promise<Db> {
  const db = connect(url, { connections: 2, patience: LONG_PATIENCE })
  onTestFinished(() => db.close())
  return db
}

async function worldUnder(url: string, secrets: Secrets): Promise<World> {
  const keys = await unlockInstallation(await opened(url), secrets)
  const world = await createWorld({}, { url, keys })
  onTestFinished(() => world.close())
  return world
}

async function signInWith(world: World, { username, password }: Person, second: string) {
  const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
  const code = (await world.services.captchas.read(uniqid))!
  const first = await world.call(undefined, contract.login.authorization, { username, password, code, uniqid })
  const { challenge } = first.data as { challenge: string }
  return world.call(undefined, contract.login.totp, { challenge, code: second })
}

/** Seals one text in each column that is easy to fill; of the columns that stay empty only the types are checked. */
async function sealSome(url: string, { account_id }: Person, keys: Keys): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const sealed = keys.seal('what is sealed')
  await client.query(
    `insert into operator (username, password_hash, role, totp_secret) values ('op${account_id}', 'none', 'admin', '${sealed}')`,
  )
  await client.query(`insert into recovery (recovery_hash, decoy, expire_time) values ('\\x01', '${sealed}', now())`)
  await client.query(
    `insert into member (account_id, router_name, router_type, password_sealed)
     select ${account_id}, 'm' || i, 2, '${sealed}' from generate_series(1, 1100) i`,
  )
  await client.query(
    `insert into delivery (delivery_id, channel, template, language, sealed, masked_target, next_time, create_time)
     values ('${randomUUID()}', 'mail', 'code', 'en', '${sealed}', 'x', now(), now())`,
  )
}

it('each column of SEALED_COLUMNS is a column of text in the database', async () => {
  const client = new Client({ connectionString: await createDatabase() })
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and data_type = 'text'`,
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)))
})

describe('a server whose secret is replaced', () => {
  let url: string
  let owner: Person
  let recovery: string[]
  let authenticator: Awaited<ReturnType<typeof anAuthenticator>>
  beforeAll(async () => {
    url = await createDatabase()
    const db = connect(url, { connections: 2, patience: LONG_PATIENCE })
    const before = await createWorld({}, { url, keys: await unlockInstallation(db, [FORMER]) })
    owner = await before.anOwner()
    await prove(before, owner)
    authenticator = await anAuthenticator(before, owner, { on: false })
    const enabled = await before.call(owner, contract.account.totp_enable, { code: authenticator.code() })
    recovery = (enabled.data as { recovery_codes: string[] }).recovery_codes
    await before.close()
    await db.close()
  })

  it('opens everything while the former secret is listed, and after it is removed', async () => {
    await sealSome(url, owner, deriveKeys([FORMER]))
    const both = await worldUnder(url, [PRESENT, FORMER])
    const { db, keys } = both.infrastructure
    expect(await signInWith(both, owner, recovery[0]!)).toMatchObject({ code: 200 })
    expect(await signInWith(both, owner, authenticator.code(30))).toMatchObject({ code: 200 })
    const before = await secretStatus(db.systemNow, keys)
    expect(before).toMatchObject({ unknown: 0, former: 1105 })
    expect(adviceOn(before, keys)).toMatch(/still needed/)

    const lines: string[] = []
    const log = { ...silentLog, info: (line: string) => void lines.push(line) }
    const resealing = createResealing({ db, keys, log, sealedPasswords: both.services.sealedPasswords })
    await resealing.work()
    await resealing.work()
    expect(lines).toEqual([expect.stringMatching(/no former secret of WEFT_SECRET is needed any more/)])
    expect(await secretStatus(db.systemNow, keys)).toMatchObject({ former: 0, unknown: 0 })

    const alone = await worldUnder(url, [PRESENT])
    const { rows } = await asOwner(
      url,
      `select totp_secret, (select password_sealed from member where router_name = 'm1099') as sealed from operator`,
    )
    expect(rows.map((row) => [alone.infrastructure.keys.open(row.totp_secret!), alone.infrastructure.keys.open(row.sealed!)])).toEqual([
      ['what is sealed', 'what is sealed'],
    ])
    expect(await signInWith(alone, owner, recovery[1]!)).toMatchObject({ code: 200 })
    await alone.pass(90)
    expect(await signInWith(alone, owner, authenticator.code())).toMatchObject({ code: 200 })
    await expect(unlockInstallation(db, [FORMER])).rejects.toThrow(SettingError)
  })
})

async function asOwner(url: string, query: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query<Record<string, Parameters<Keys['open']>[0] | null>>(query)
  } finally {
    await client.end()
  }
}

describe('the first start that stores digest keys', () => {
  it('makes random ones for a database without logins, the same for two servers that start at once', async () => {
    const db = await opened(await createDatabase())
    const [one, two] = await Promise.all([unlockInstallation(db, [FORMER]), unlockInstallation(db, [FORMER])])
    expect(one.digest('a', 'b')).toEqual(two.digest('a', 'b'))
    expect(one.digest('a', 'b')).not.toEqual(deriveKeys([FORMER]).digest('a', 'b'))
  })

  it('takes those of the secret that sealed an older database, also when a new secret is put in front at the same time', async () => {
    const url = await createDatabase()
    const before = await createWorld({}, { url, keys: deriveKeys([FORMER]) })
    await anAuthenticator(before, await before.anOwner())
    await before.close()
    const keys = await unlockInstallation(await opened(url), [PRESENT, FORMER])
    expect(keys.digest('a', 'b')).toEqual(deriveKeys([FORMER]).digest('a', 'b'))
    expect(keys.successorOf('a')).toEqual(deriveKeys([FORMER]).successorOf('a'))
  })

  it('leaves sessions, recovery codes and authenticators of an older database valid', async () => {
    const url = await createDatabase()
    const before = await createWorld({}, { url, keys: deriveKeys([FORMER]) })
    const owner = await before.anOwner()
    await prove(before, owner)
    const { code } = await anAuthenticator(before, owner, { on: false })
    const { recovery_codes } = (await before.call(owner, contract.account.totp_enable, { code: code() })).data as {
      recovery_codes: string[]
    }
    await before.close()
    const after = await worldUnder(url, [FORMER])
    expect(await after.call(owner, contract.account.info, {})).toMatchObject({ code: 200 })
    expect(await signInWith(after, owner, recovery_codes[0]!)).toMatchObject({ code: 200 })
    expect(await signInWith(after, owner, code(30))).toMatchObject({ code: 200 })
  })

  it('is refused for an older database that another secret sealed', async () => {
    const url = await createDatabase()
    const before = await createWorld({}, { url, keys: deriveKeys([FORMER]) })
    await anAuthenticator(before, await before.anOwner())
    await before.close()
    await expect(unlockInstallation(await opened(url), [PRESENT])).rejects.toThrow(/not the secret that this database was sealed with/)
  })
})

it('a backup of another secret is refused in one sentence; weft secret status counts the sealed texts', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'weft-secret-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const [url, into] = [await createDatabase(), await createDatabase()]
  const run = (args: string[], DATABASE_URL: string, WEFT_SECRET: string) =>
    runHere(args, serverSettings({ WEFT_DATA_DIR: dir, DATABASE_URL, WEFT_SECRET }))
  expect(await run(['secret', 'status'], url, FORMER)).toMatchObject({
    stdout: 'sealed under the present secret: 1, under former ones: 0, under unknown ones: 0\nWEFT_SECRET names no former secret\n',
  })
  const file = path.join(dir, 'backup')
  expect(await run(['backup', file], url, FORMER)).toMatchObject({ code: 0 })
  expect(await run(['restore', file, '--replace'], into, PRESENT)).toMatchObject({ code: 0 })
  const { code, stderr } = await run(['secret', 'status'], into, PRESENT)
  expect(stderr).toMatch(/^weft: WEFT_SECRET, .* is not the secret that this database was sealed with; [^\n]+\n$/)
  expect(code).toBe(1)
})
