/**
 * Checks a login for OpenVPN, which calls it through `verify-login` (a script that the driver writes), also while the agent is away:
 * `node verify-login.ts LOGINS VERDICT` reads the name and the password, a line each, and writes 1 or 0.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { verify } from '@node-rs/argon2'

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

if (import.meta.main) {
  const [logins = '', verdict = ''] = process.argv.slice(2)
  const [name = '', password = ''] = readFileSync(0, 'utf8').split('\n')
  const fitting = await fits(JSON.parse(readFileSync(logins, 'utf8')) as Login[], name, password).catch(() => false)
  writeFileSync(verdict, fitting ? '1' : '0')
}
