import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { BackupError } from './db/backup/backup-error.ts'
import { connect, type Db } from './db/client.ts'
import { type DatabaseUrls, UnusableDatabase } from './db/connection.ts'
import { EmbeddedError, embeddedUrls } from './db/embedded/launcher.ts'
import { knownMigrations, MigrationError, migrate } from './db/migrate.ts'
import { ArticleError, importDocuments } from './domains/support/document/import.service.ts'
import { adviceOn, secretStatus as countSealed, unlockInstallation } from './domains/foundation/installation/secret.service.ts'
import { systemClock } from './kernel/clock.ts'
import { installationSecrets } from './kernel/installation.ts'
import { jsonLog, type Log, textLog } from './kernel/log.ts'
import { readSettings, SettingError, type Settings } from './kernel/settings.ts'
import { demandSettings, firstConnections, openDatabase } from './main.ts'
import * as operators from './ops/operator-command.service.ts'
import { serve } from './serve.ts'

const USAGE = `weft start                     build what is stale, then serve with demonstration data (npm start)
weft server                    serve
weft migrate                   bring the database to this program's schema
weft backup FILE               write everything to one file
weft restore FILE [--replace]  read it back into an empty database, or in place of what is there
weft operator create --username NAME --role support|network|sales|admin [--password P | --password-stdin]
weft operator reset-totp --username NAME
                               take the second factor from an operator who has lost it
weft operator password --username NAME
                               print a first password, which the operator's next sign-in replaces
weft operator enable|disable --username NAME
                               enable and unlock an operator, or disable one who is not the last administrator
weft documents import DIR      make the help say what a folder of Markdown says
weft secret status             say whether a former WEFT_SECRET is still needed
weft agent                     run a member's agent
weft fleet                     run simulated members
weft fleet-members --account NUMBER --routers N --apps N [--operator NAME] [--activated]
                               make members for a fleet; prints the file that weft fleet --members reads`

/** A command line that cannot be carried out, in one sentence. */
class UsageError extends Error {}

// Whoever reads these may go away first, such as `head` or a restarted log service.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const WITHOUT_ARGUMENTS = new Set(['start', 'server', 'migrate'])
const COMMANDS = new Set([...WITHOUT_ARGUMENTS, 'backup', 'restore', 'operator', 'documents', 'secret', 'fleet-members'])

async function main([command = 'help', ...rest]: string[]): Promise<void> {
  if (['help', '--help', '-h'].includes(command)) return say(USAGE)
  if (!COMMANDS.has(command)) throw new UsageError(`there is no command ${command}; weft help lists them`)
  if (WITHOUT_ARGUMENTS.has(command) && rest.length > 0) throw new UsageError(`weft ${command} takes no arguments; settings do it all`)
  const settings = readSettings(process.env)
  const log: Log = (settings.WEFT_ENV === 'production' ? jsonLog : textLog)((line) => process.stderr.write(`${line}\n`))
  switch (command) {
    case 'start':
      // Before the pages are built, which may take a minute.
      await demandSettings(settings)
      return serve(settings, log, { build: true })
    case 'server':
      return serve(settings, log, { build: false })
    case 'migrate':
      return withDatabase(settings, log, async ({ owner_url }) =>
        say(`applied: ${(await migrate(owner_url)).join(', ') || 'nothing, it is current'}`),
      )
    case 'backup': {
      const file = fileOf(rest)
      const { backup } = await import('./db/backup.ts')
      return withDatabase(settings, log, async ({ owner_url }) => {
        const { tables, rows, bytes } = await backup(owner_url, file)
        say(`${file}: ${tables} tables, ${rows} rows, ${bytes} bytes`)
      })
    }
    case 'restore': {
      const file = fileOf(rest.filter((word) => word !== '--replace'))
      const { restore } = await import('./db/backup.ts')
      return withDatabase(settings, log, async ({ owner_url }) => {
        await restore(owner_url, file, {
          replace: rest.includes('--replace'),
          known: knownMigrations,
          migrate: async (at, to) => void (await migrate(at, to)),
        })
        say(`restored from ${file}`)
      })
    }
    case 'operator':
      return operator(rest, (work) => withDatabase(settings, log, work))
    case 'documents':
      return withDatabase(settings, log, (urls) => documents(urls, rest))
    case 'secret':
      if (rest.join(' ') !== 'status') throw new UsageError('weft secret status')
      return withDatabase(settings, log, (urls) => secretStatus(urls, settings))
    case 'fleet-members':
      return withDatabase(settings, log, (urls) => membersOfFleet(urls, rest))
  }
}

/** Runs on the database of the settings, which may be serving meanwhile; an embedded one that is down runs for as long. */
async function withDatabase(settings: Settings, log: Log, work: (urls: DatabaseUrls) => Promise<void>): Promise<void> {
  const running = settings.DATABASE_URL ? undefined : await embeddedUrls(`${settings.WEFT_DATA_DIR}/postgres`)
  if (running) return work(running)
  const { embedded, ...urls } = await openDatabase(settings, log)
  try {
    await work(urls)
  } finally {
    await embedded?.stop()
  }
}

/** Brings the schema up to date as its owner, and works on it as a server does. @throws UnusableDatabase where the server's user lacks a right */
async function asServer({ url, owner_url }: DatabaseUrls, work: (db: Db) => Promise<void>): Promise<void> {
  await migrate(owner_url)
  const db = connect(url, { connections: 2 })
  try {
    await firstConnections(db, url)
    await work(db)
  } finally {
    await db.close()
  }
}

function fileOf([file, ...more]: string[]): string {
  if (file === undefined || more.length > 0) throw new UsageError('name one file')
  return file
}

const operatorVerbs = ['create', 'reset-totp', 'password', 'enable', 'disable'] as const

async function operator(
  [word, ...rest]: string[],
  onDatabase: (work: (urls: DatabaseUrls) => Promise<void>) => Promise<void>,
): Promise<void> {
  const verb = operatorVerbs.find((known) => known === word)
  if (!verb) throw new UsageError(`weft operator ${operatorVerbs.join('|')} --username NAME`)
  const { values } = parseArgs({
    args: rest,
    options: {
      username: { type: 'string', default: '' },
      role: { type: 'string', default: '' },
      password: { type: 'string' },
      'password-stdin': { type: 'boolean' },
    },
  })
  const { username, role } = values
  const password = values['password-stdin'] ? readFileSync(0, 'utf8').trim() : values.password
  return onDatabase((urls) =>
    asServer(urls, async (db) => {
      const line = await db.system(async (system) => {
        if (verb === 'reset-totp') return operators.resetTotp(system, username)
        if (verb === 'enable') return operators.enableOperator(system, username)
        if (verb === 'disable') return operators.disableOperator(system, username)
        if (verb === 'password') return operators.resetPassword(system, username)
        const made = await operators.createOperator(system, { username, role, password })
        return made.password === undefined ? made.username : `${made.username}  ${made.password}`
      })
      if (line !== undefined) say(line)
    }),
  )
}

async function documents(urls: DatabaseUrls, [verb, ...rest]: string[]): Promise<void> {
  if (verb !== 'import') throw new UsageError('weft documents import DIR')
  const [dir, ...more] = rest
  if (dir === undefined || more.length > 0) throw new UsageError('name one folder')
  await asServer(urls, async (db) => {
    const { added, changed, removed } = await importDocuments(db, dir)
    say(`${dir}: ${added} added, ${changed} changed, ${removed} removed`)
  })
}

async function secretStatus(urls: DatabaseUrls, settings: Settings): Promise<void> {
  await asServer(urls, async (db) => {
    const keys = await unlockInstallation(db, installationSecrets(settings))
    const status = await countSealed(db.systemNow, keys)
    say(`sealed under the present secret: ${status.present}, under former ones: ${status.former}, under unknown ones: ${status.unknown}`)
    say(adviceOn(status, keys))
  })
}

async function membersOfFleet(urls: DatabaseUrls, args: string[]): Promise<void> {
  const number = { type: 'string', default: '0' } as const
  const { values } = parseArgs({
    args,
    options: {
      account: { type: 'string', default: '' },
      routers: number,
      apps: number,
      operator: { type: 'string', default: 'demo-admin' },
      activated: { type: 'boolean', default: false },
    },
  })
  const { account: account_number, operator: name, activated, ...counts } = values
  const [routers, apps] = [Number(counts.routers), Number(counts.apps)]
  if (![routers, apps].every((count) => Number.isInteger(count) && count >= 0 && count <= 10_000))
    throw new UsageError('--routers and --apps are numbers up to 10000')
  const { fleetMembers } = await import('./ops/fleet-members.ts')
  await asServer(urls, async (db) => {
    for await (const lines of fleetMembers(db, systemClock, { account_number, routers, apps, operator: name, activated }))
      for (const line of lines) say(JSON.stringify(line))
  })
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const expected = [
    SettingError,
    EmbeddedError,
    UnusableDatabase,
    BackupError,
    MigrationError,
    operators.OperatorError,
    ArticleError,
    UsageError,
  ].some((kind) => error instanceof kind)
  const misused = error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`weft: ${expected || misused ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`)
  process.exitCode = 1
}
