/**
 * Checks logins for OpenVPN, also while the agent is away: `node verify-login.ts ROOT FOLDER`. A script that the driver writes (secrets.ts)
 * starts it, once for all logins of that moment, and puts each login into a file of the folder: the network, the file for the verdict, the
 * name and the password, a line each. The verdict is 1 or 0.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** A check takes 19 MB of memory, and a processor. */
const AT_ONCE = 2
const LOOK_EVERY_MS = 100
/** Looks without a login after which the program ends. */
const LAST_LOOKS = 10
/** After which OpenVPN has given up a client without a verdict (`hand-window`). */
const PATIENCE_MS = 60_000

interface SignIn {
  network_number: string
  verdict: string
  name: string
  password: string
}

/** Takes the logins out of the folder. Their passwords are no longer on the disk then. */
function take(folder: string): SignIn[] {
  const files = readdirSync(folder).filter((name) => name.startsWith('login-'))
  return files.map((file) => {
    const [network_number = '', verdict = '', name = '', password = ''] = readFileSync(join(folder, file), 'utf8').split('\n')
    rmSync(join(folder, file))
    return { network_number, verdict, name, password }
  })
}

/** OpenVPN makes the file for the verdict, and removes it when the client has gone: that login is not checked. */
const isAwaited = ({ verdict }: SignIn) => existsSync(verdict)
function answer({ verdict }: SignIn, fitting: boolean): void {
  try {
    writeFileSync(verdict, fitting ? '1' : '0', { flag: 'r+' })
  } catch {}
}

/**
 * Checks all logins of the folder until no more come. A right login of a member whose file the service does not have yet is answered once the
 * file is there.
 */
async function checkAll(root: string, folder: string): Promise<void> {
  const isAdmitted = ({ network_number, name }: SignIn) => existsSync(join(root, 'openvpn', `${network_number}-software`, name))
  const isRight = async ({ network_number, name, password }: SignIn) =>
    fits(JSON.parse(readFileSync(join(root, 'logins', `${network_number}.json`), 'utf8')) as Login[], name, password)
  let early: { signIn: SignIn; until: number }[] = []
  for (let looks = 0; looks < LAST_LOOKS || early.length > 0; looks++) {
    const due = take(folder)
    if (due.length > 0) looks = 0
    const check = async () => {
      for (let signIn = due.shift(); signIn; signIn = due.shift()) {
        if (!isAwaited(signIn)) continue
        const fitting = await isRight(signIn).catch(() => false)
        if (fitting && !isAdmitted(signIn)) early.push({ signIn, until: performance.now() + PATIENCE_MS })
        else answer(signIn, fitting)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, check))
    early = early.filter(({ signIn, until }) => {
      if (!isAdmitted(signIn)) return isAwaited(signIn) && performance.now() < until
      answer(signIn, true)
      return false
    })
    await pause(LOOK_EVERY_MS)
  }
}

if (import.meta.main) {
  const [root = '', folder = ''] = process.argv.slice(2)
  await checkAll(root, folder)
}
