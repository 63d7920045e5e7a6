/**
 * Checks logins for OpenVPN, also while the agent is away: `node verify-login.ts ROOT FOLDER`. A script that the driver writes (secrets.ts)
 * starts it, once for all logins of that moment, and puts each login into a file of the folder: the network, the file for the verdict, the
 * name and the password, a line each. The verdict is 1 or 0.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import { pause } from './running.ts'

interface Login {
  name: string
  proofs: string[]
}

/** A hash of no one's password, with the cost of a real one: names that do not exist take as long. */
const DECOY = '$argon2id$v=19$m=19456,t=2,p=1$d2VmdC1kZWNveS1zYWx0$u0Jq0m2sQ5mY2o0yq0m2sQ5mY2o0yq0m2sQ5mY2o0yo'
const TOKEN = 'sha256:'

/** Returns whether a login is right. All proofs of a known name are tried, and an expensive one for every name: time reveals nothing. */
export async function fits(logins: readonly Login[], name: string, password: string): Promise<boolean> {
  const proofs = logins.find((login) => login.name === name)?.proofs ?? []
  const digest = createHash('sha256').update(password).digest()
  let fitting = false
  for (const proof of proofs.filter((one) => one.startsWith(TOKEN))) {
    const expected = Buffer.from(proof.slice(TOKEN.length), 'hex')
    if (expected.length === digest.length && timingSafeEqual(expected, digest)) fitting = true
  }
  const hashes = proofs.filter((one) => one.startsWith('$argon2id$'))
  for (const hash of hashes) if (await verify(hash, password)) fitting = true
  if (hashes.length === 0) await verify(DECOY, password)
  return fitting
}

/** Checks that run at the same time. Each takes 19 MB of memory, and a processor. */
const AT_ONCE = 2
const LOOK_EVERY_MS = 100
/** The program ends after so many looks that found no login. */
const LAST_LOOKS = 10
/** Time after which OpenVPN has given up a client without a verdict (`hand-window`). */
const PATIENCE_MS = 60_000

interface SignIn {
  network_number: string
  verdict: string
  name: string
  password: string
}
/** A client that dials again replaces its former login. The password belongs to it: nobody else can replace the login. */
const keyOf = ({ network_number, name, password }: SignIn) => JSON.stringify([network_number, name, password])

/** Takes the logins out of the folder, in the order in which they came. Their passwords are no longer on the disk then. */
function take(folder: string): SignIn[] {
  const found: (SignIn & { since: number })[] = []
  for (const file of readdirSync(folder).filter((one) => one.startsWith('login-'))) {
    const path = join(folder, file)
    try {
      const since = statSync(path).mtimeMs
      const [network_number = '', verdict = '', name = '', password = ''] = takeOut(path).split('\n')
      found.push({ network_number, verdict, name, password, since })
    } catch (error) {
      tell('a login cannot be read', error)
    }
  }
  return found.toSorted((a, b) => a.since - b.since)
}
function takeOut(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}

/** Writes to the log of the sign-ins. An error of JSON would quote the logins. */
function tell(what: string, error: unknown): void {
  const why = error instanceof SyntaxError ? 'the file of logins is damaged' : String(error)
  process.stderr.write(`${new Date().toISOString()} ${what}: ${why}\n`)
}

/** OpenVPN makes the file for the verdict, and removes it when the client has gone: that login is not checked. */
const isAwaited = ({ verdict }: SignIn) => existsSync(verdict)
function answer(verdict: string, fitting: boolean): void {
  try {
    writeFileSync(verdict, fitting ? '1' : '0', { flag: 'r+' })
  } catch (error) {
    if (existsSync(verdict)) tell('a verdict cannot be written', error)
  }
}
const loginsIn = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Login[]

/**
 * Checks all logins of the folder until no more come. A right login of a member whose file the service does not have yet is checked again, and
 * answered, once the file is there. A login that cannot be checked gets no verdict: its client dials again, while a bad verdict ends it.
 * @param judge tells whether a login is right
 */
export async function checkAll(root: string, folder: string, judge = fits): Promise<void> {
  const isAdmitted = ({ network_number, name }: SignIn) => existsSync(join(root, 'openvpn', `${network_number}-software`, name))
  const due = new Map<string, SignIn>()
  const early = new Map<string, { signIn: SignIn; until: number }>()
  let looks = 0
  function next(): SignIn | undefined {
    for (const signIn of take(folder)) due.set(keyOf(signIn), signIn)
    const [first] = due.values()
    if (first) due.delete(keyOf(first))
    return first
  }
  async function check(): Promise<void> {
    for (let signIn = next(); signIn; signIn = next()) {
      looks = 0
      if (!isAwaited(signIn)) continue
      try {
        const logins = loginsIn(join(root, 'logins', `${signIn.network_number}.json`))
        const fitting = await judge(logins, signIn.name, signIn.password)
        if (fitting && !isAdmitted(signIn)) early.set(keyOf(signIn), { signIn, until: performance.now() + PATIENCE_MS })
        else answer(signIn.verdict, fitting)
      } catch (error) {
        tell('a login cannot be checked', error)
      }
    }
  }
  for (; looks < LAST_LOOKS || early.size > 0; looks++) {
    for (const [key, { signIn, until }] of early) {
      if (isAdmitted(signIn)) due.set(key, signIn)
      else if (isAwaited(signIn) && performance.now() < until) continue
      early.delete(key)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, check))
    await pause(LOOK_EVERY_MS)
  }
}

/** Checks one login for the script of the release before, which stays until the new agent runs. The name and the password come by a pipe. */
async function checkOne(logins: string, verdict: string): Promise<void> {
  const [name = '', password = ''] = readFileSync(0, 'utf8').split('\n')
  answer(verdict, await fits(loginsIn(logins), name, password))
}

if (import.meta.main) {
  const [first = '', second = ''] = process.argv.slice(2)
  await (first.endsWith('.json') ? checkOne : checkAll)(first, second)
}
