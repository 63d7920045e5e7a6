import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { release } from '@weft/release'
import { BackupError } from './db/backup/backup-error.ts'
import { connect, type Db } from './db/client.ts'
import { judgeTouched, rebuildStates } from './domains/network/state/state.service.ts'
import { type DatabaseUrls, UnusableDatabase } from './db/connection.ts'
import { EmbeddedError, embeddedUrls } from './db/embedded/launcher.ts'
import { knownMigrations, MigrationError, migrate } from './db/migrate.ts'
import { planOf } from './db/migration-plan.ts'
import { examine } from './doctor.ts'
import { commandHelp, isCommand, overview } from './cli-help.ts'
import { ArticleError, importDocuments } from './domains/support/document/import.service.ts'
import { adviceOn, secretStatus as countSealed, unlockInstallation } from './domains/foundation/installation/secret.service.ts'
import { systemClock } from './kernel/clock.ts'
import { installationSecrets, keepRestoredSecret, noteBackup } from './kernel/installation.ts'
import { type Log, type LogForm, logOf } from './kernel/log.ts'
import { readSettings, SettingError, type Settings } from './kernel/settings.ts'
import { demandSettings, firstConnections, INSTANCE_ID, openDatabase } from './main.ts'
import * as operators from './ops/operator-command.service.ts'
import { serve } from './serve.ts'

/** Thrown for a command line that cannot be carried out; the message is one sentence. */
class UsageError extends Error {}

/** Where a command writes: its answers, and what it logs or refuses. */
interface Outputs {
  say(line: string): void
  complain(line: string): void
}
type Say = Outputs['say']

const WITHOUT_ARGUMENTS = new Set(['start', 'server', 'doctor'])

/** Exit code of a command line that cannot be carried out; every other refusal has 1. */
const MISUSED = 2

/** Carries a command line out. `start` and `server` end the process themselves. @returns the exit code */
export async function runCommand(args: string[], env: Record<string, string | undefined>, outputs: Outputs): Promise<number> {
  try {
    return (await carryOut(args, env, outputs)) ?? 0
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
    outputs.complain(`weft: ${expected ? (error as Error).message : ((error as Error).stack ?? String(error))}`)
    return error instanceof UsageError ? MISUSED : 1
  }
}

/** @returns the exit code where it is not 0 */
async function carryOut(
  [command = 'help', ...rest]: string[],
  env: Record<string, string | undefined>,
  { say, complain }: Outputs,
): Promise<number | void> {
  if (['help', '--help', '-h'].includes(command)) return say(isCommand(rest[0]) ? commandHelp(rest[0]) : overview(release()))
  if (['version', '--version', '-v'].includes(command)) return say(release())
  if (!isCommand(command)) throw new UsageError(`there is no command ${command}; weft --help lists them`)
  const ownWords = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest
  if (ownWords.includes('--help') || ownWords.includes('-h')) return say(commandHelp(command))
  if (command === 'agent' || command === 'fleet') throw new UsageError(`weft ${command} is a program of its own: npx weft ${command}`)
  if (WITHOUT_ARGUMENTS.has(command) && rest.length > 0)
    throw new UsageError(`weft ${command} takes no arguments, and there is no ${rest[0]}; docs/configuration.md lists the settings`)
  const settings = readSettings(env)
  const form: LogForm = { json: settings.WEFT_ENV === 'production', common: { instance: INSTANCE_ID, version: release() } }
  const log = logOf(form, complain)
  switch (command) {
    case 'start':
      // Before the pages are built, which may take a minute.
      await demandSettings(settings)
      return serve(settings, log, { build: true, form })
    case 'server':
      return serve(settings, log, { build: false, form })
    case 'migrate': {
      const { values, positionals } = optionsOf('migrate', rest, {
        plan: { type: 'boolean', default: false },
        contract: { type: 'boolean', default: false },
      })
      refuseMore('migrate', positionals)
      if (values.plan && values.contract) throw new UsageError('weft migrate takes either --plan or --contract')
      return withDatabase(settings, log, async ({ owner_url }) => {
        if (values.plan) for (const line of await planOf(owner_url)) say(line)
        else say(`applied: ${(await migrate(owner_url, { contract: values.contract, log })).join(', ') || 'nothing, it is current'}`)
      })
    }
    case 'backup': {
      const file = fileOf('backup', optionsOf('backup', rest, {}).positionals)
      const { backup } = await import('./db/backup.ts')
      const recipients = settings.WEFT_BACKUP_KEY?.split(',').map((key) => key.trim())
      return withDatabase(settings, log, async ({ owner_url }) => {
        const protection = recipients && { recipients, secret: installationSecrets(settings).join(',') }
        const { tables, rows, bytes } = await backup(owner_url, file, protection)
        say(`${file}: ${tables} tables, ${rows} rows, ${bytes} bytes`)
        noteBackup(settings, file)
        if (!protection) say('it is not encrypted and does not hold the secret, which must be kept elsewhere: WEFT_BACKUP_KEY changes both')
      })
    }
    case 'backup-key': {
      const file = fileOf('backup-key', optionsOf('backup-key', rest, {}).positionals)
      const { createKeys } = await import('./db/backup.ts')
      const { identity, recipient } = await createKeys()
      try {
        writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' })
      } catch (error) {
        throw new BackupError(`The key cannot be written to ${file}: ${(error as Error).message}.`, { cause: error })
      }
      say(`WEFT_BACKUP_KEY=${recipient}`)
      return say(`${file} alone opens backups made with it: keep it where the backups are not, and never on this machine only`)
    }
    case 'restore': {
      const { values, positionals } = optionsOf('restore', rest, { replace: { type: 'boolean', default: false }, key: { type: 'string' } })
      const file = fileOf('restore', positionals)
      const { identitiesOf, restore } = await import('./db/backup.ts')
      const identities = values.key === undefined ? undefined : identitiesOf(readKeys(values.key), values.key)
      return withDatabase(settings, log, async ({ owner_url }) => {
        const { secret } = await restore(owner_url, file, {
          identities,
          replace: values.replace,
          known: knownMigrations,
          migrate: (at, only) => migrate(at, { only }),
        })
        const advice = secret === undefined ? undefined : keepRestoredSecret(settings, secret)
        say(`restored from ${file}${advice === undefined ? '' : `; ${advice}`}`)
      })
    }
    case 'doctor':
      return withDatabase(settings, log, async (urls) => {
        const findings = await examine(settings, urls)
        for (const { about, wrong, sentence } of findings) say(`${wrong ? 'wrong' : 'ok   '}  ${about}: ${sentence}`)
        return findings.some(({ wrong }) => wrong) ? 1 : 0
      })
    case 'operator':
      return operator(rest, say, (work) => withDatabase(settings, log, work))
    case 'documents': {
      const [verb, dir, ...more] = optionsOf('documents', rest, {}).positionals
      if (verb !== 'import' || dir === undefined || more.length > 0)
        throw new UsageError('weft documents has one form: weft documents import DIR')
      return withDatabase(settings, log, (urls) => documents(urls, dir, say))
    }
    case 'secret':
      if (rest.join(' ') !== 'status') throw new UsageError('weft secret has one form: weft secret status')
      return withDatabase(settings, log, (urls) => secretStatus(urls, settings, say))
    case 'states':
      if (rest.join(' ') !== 'rebuild') throw new UsageError('weft states has one form: weft states rebuild')
      return withDatabase(settings, log, (urls) =>
        asServer(urls, async (db) => say(`stored otherwise than they are: ${await rebuildStates(db)}`)),
      )
    case 'fleet-members':
      return membersOfFleet(rest, say, (work) => withDatabase(settings, log, work))
  }
}

/** Runs `work` on the database of the settings, even while a server runs on it. Starts an embedded one that is down, and stops it again. */
async function withDatabase<T>(settings: Settings, log: Log, work: (urls: DatabaseUrls) => Promise<T>): Promise<T> {
  const running = settings.DATABASE_URL ? undefined : await embeddedUrls(`${settings.WEFT_DATA_DIR}/postgres`)
  if (running) return work(running)
  const { embedded, ...urls } = await openDatabase(settings, log)
  try {
    return await work(urls)
  } finally {
    await embedded?.stop()
  }
}

/** Migrates the schema as its owner, then runs `work` connected as a server is. @throws UnusableDatabase if the server lacks a right */
async function asServer({ url, owner_url }: DatabaseUrls, work: (db: Db) => Promise<void>): Promise<void> {
  await migrate(owner_url)
  const db = connect(url, { connections: 2, beforeCommit: judgeTouched })
  try {
    await firstConnections(db, url)
    await work(db)
  } finally {
    await db.close()
  }
}

/** Returns the options of a command, and its other words. @throws UsageError naming what is not known or lacks its value */
function optionsOf<O extends NonNullable<ParseArgsConfig['options']>>(command: string, args: string[], options: O) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    // The first sentence says what is wrong; the others explain how a word may begin with a dash.
    const [what] = (error as Error).message.split(/\. |\n/)
    throw new UsageError(`${what?.replace(/\.$/, '')}; weft ${command} --help explains`)
  }
}

function fileOf(command: string, [file, ...more]: string[]): string {
  if (file === undefined || more.length > 0) throw new UsageError(`name one file; weft ${command} --help explains`)
  return file
}

function readKeys(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new BackupError(`The file of keys cannot be read: ${(error as Error).message}.`, { cause: error })
  }
}

function refuseMore(command: string, [word]: string[]): void {
  if (word !== undefined) throw new UsageError(`weft ${command} has no place for ${word}; weft ${command} --help explains`)
}

const operatorVerbs = ['create', 'reset-totp', 'password', 'enable', 'disable'] as const

type OnDatabase = (work: (urls: DatabaseUrls) => Promise<void>) => Promise<void>

async function operator([word, ...rest]: string[], say: Say, onDatabase: OnDatabase): Promise<void> {
  const verb = operatorVerbs.find((known) => known === word)
  if (!verb) throw new UsageError(`weft operator ${operatorVerbs.join('|')} --username NAME`)
  const { values, positionals } = optionsOf('operator', rest, {
    username: { type: 'string', default: '' },
    role: { type: 'string', default: '' },
    password: { type: 'string' },
    'password-stdin': { type: 'boolean' },
  })
  refuseMore('operator', positionals)
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

async function documents(urls: DatabaseUrls, dir: string, say: Say): Promise<void> {
  await asServer(urls, async (db) => {
    const { added, changed, removed } = await importDocuments(db, dir)
    say(`${dir}: ${added} added, ${changed} changed, ${removed} removed`)
  })
}

async function secretStatus(urls: DatabaseUrls, settings: Settings, say: Say): Promise<void> {
  await asServer(urls, async (db) => {
    const keys = await unlockInstallation(db, installationSecrets(settings))
    const status = await countSealed(db.systemNow, keys)
    say(`sealed under the present secret: ${status.present}, under former ones: ${status.former}, under unknown ones: ${status.unknown}`)
    say(adviceOn(status, keys))
  })
}

async function membersOfFleet(args: string[], say: Say, onDatabase: OnDatabase): Promise<void> {
  const number = { type: 'string', default: '0' } as const
  const { values, positionals } = optionsOf('fleet-members', args, {
    account: { type: 'string', default: '' },
    routers: number,
    apps: number,
    operator: { type: 'string', default: 'demo-admin' },
    activated: { type: 'boolean', default: false },
  })
  refuseMore('fleet-members', positionals)
  const { account: account_number, operator: name, activated, ...counts } = values
  const [routers, apps] = [Number(counts.routers), Number(counts.apps)]
  if (![routers, apps].every((count) => Number.isInteger(count) && count >= 0 && count <= 10_000))
    throw new UsageError('--routers and --apps are numbers up to 10000')
  const { fleetMembers } = await import('./ops/fleet-members.ts')
  const wanted = { account_number, routers, apps, operator: name, activated }
  await onDatabase((urls) =>
    asServer(urls, async (db) => {
      for await (const lines of fleetMembers(db, systemClock, wanted)) for (const line of lines) say(JSON.stringify(line))
    }),
  )
}
