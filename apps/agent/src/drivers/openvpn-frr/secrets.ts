import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MemberDocument } from '@weft/member-config'
import type { Trust } from '../../apply/trust-store.ts'
import { readTree, type Tree, writeTree, writeWhole } from './files.ts'

type NetworkTrust = Trust['networks'][number]

/** The folders of the driver's root with files that do not come from documents. */
const SECRET_FOLDERS = ['pki', 'logins', 'revoked', 'bin']

/** Returns the files below `root` that come from documents, without the secret ones. */
export async function managed(root: string): Promise<Tree> {
  const secret = SECRET_FOLDERS.map((folder) => join(root, folder, '/'))
  return new Map([...(await readTree(root))].filter(([path]) => !secret.some((folder) => path.startsWith(folder))))
}

export interface SecretsDependencies {
  root: string
  run: string
  trust: () => Trust | null
  /** The device's own key, as PEM. */
  key: string
  /** The program that checks logins, and its arguments before the driver's root and the folder of the logins to check. */
  verifyLogin: readonly string[]
}

/** The keys, certificates and logins that the rendered files name, kept where only the driver's user can read them. */
export interface Secrets {
  /**
   * Writes the secret files of a document's networks.
   * @returns the members that may hold a former password or certificate, which is no longer valid
   * @throws if a network of the document is not trusted yet
   */
  write(document: MemberDocument | null): Promise<{ network_number: string; who: string }[]>
  /** Returns the keys and certificates of a network's tunnels as one text; if it changes, the tunnels restart. */
  of(network_number: string): Promise<string>
}

export function createSecrets({ root, run, trust, key, verifyLogin }: SecretsDependencies): Secrets {
  const pki = (network_number: string) => join(root, 'pki', network_number)
  const revokedOf = (network_number: string) => join(root, 'revoked', network_number)
  const loginsOf = (network_number: string) => join(root, 'logins', `${network_number}.json`)

  function filesOf({ network_number, ca, tls_crypt, certificate }: NetworkTrust): Tree {
    const file = (name: string, content: string) => [join(pki(network_number), name), content] as const
    const own = certificate === null ? [] : [file('member.crt', certificate), file('member.key', key)]
    return new Map([file('ca.crt', ca), file('tls-crypt.key', tls_crypt), ...own])
  }

  async function writeLogins({ network_number, logins }: NetworkTrust): Promise<{ network_number: string; who: string }[]> {
    const path = loginsOf(network_number)
    const before = proofsIn((await readTree(join(root, 'logins'))).get(path))
    await writeWhole(path, JSON.stringify(logins))
    const now = new Map(logins.map(({ name, proofs }) => [name, new Set(proofs)]))
    return before.filter(({ name, proof }) => !now.get(name)?.has(proof)).map(({ name }) => ({ network_number, who: name }))
  }

  /** Writes an empty file for each revoked certificate, named by its serial number, as OpenVPN looks for it at each sign-in. */
  async function writeRevoked({ network_number, revoked = [] }: NetworkTrust): Promise<{ network_number: string; who: string }[]> {
    const folder = revokedOf(network_number)
    const before = await readTree(folder)
    const fileOf = (serial: string) => join(folder, serial)
    await writeTree(before, new Map(revoked.map(({ serial }) => [fileOf(serial), ''])))
    return revoked.flatMap(({ name, serial }) => (before.has(fileOf(serial)) ? [] : [{ network_number, who: name }]))
  }

  return {
    async write(document) {
      const numbers = (document?.networks ?? []).map((section) => section.network_number)
      const networks = new Map(trust()?.networks.map((one) => [one.network_number, one]))
      const gone: { network_number: string; who: string }[] = []
      for (const number of numbers) {
        const known = networks.get(number)
        // The trust of a network that is being left may end before its section is removed: its files stay.
        if (!known && !existsSync(pki(number))) throw new Error(`network ${number} has no certificates yet`)
        // OpenVPN requires the folder even if no certificate is revoked.
        await mkdir(revokedOf(number), { recursive: true, mode: 0o700 })
        if (!known) continue
        await writeTree(await readTree(pki(number)), filesOf(known))
        gone.push(...(await writeLogins(known)), ...(await writeRevoked(known)))
      }
      for (const folder of ['pki', 'logins', 'revoked'])
        for (const name of await readdir(join(root, folder)).catch(() => []))
          if (!numbers.includes(name.replace('.json', ''))) await rm(join(root, folder, name), { recursive: true })
      // OpenVPN requires the folder, too.
      await mkdir(join(run, 'sign-ins'), { recursive: true, mode: 0o700 })
      await writeWhole(join(root, 'bin', 'verify-login'), scriptOf(root, run, verifyLogin), 0o700)
      return gone
    },
    of: async (network_number) => JSON.stringify([...(await readTree(pki(network_number)))].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** Returns the proofs in a former file of logins: a member that signed in with a proof that is gone is sent away. */
function proofsIn(text: string | undefined): { name: string; proof: string }[] {
  try {
    return (JSON.parse(text ?? '[]') as NetworkTrust['logins']).flatMap(({ name, proofs }) => proofs.map((proof) => ({ name, proof })))
  } catch {
    return []
  }
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * Returns the script with which OpenVPN has a login checked. OpenVPN does not wait: exit code 2 means that the answer follows in a file. The
 * script puts the login into a folder in memory and starts a program that checks all logins there. One such program runs at a time. One more
 * waits for its end, because the first may end without having seen a login that came last. Errors are logged without names and passwords. If
 * the script cannot store a login, OpenVPN gets no answer, and the client dials again. If the disk is full, OpenVPN cannot write the login
 * itself, and refuses it.
 */
const scriptOf = (root: string, run: string, verifyLogin: readonly string[]) => `#!/bin/sh
umask 077
{ IFS= read -r name; IFS= read -r password; } <"$2"
folder=${shellQuoted(join(run, 'sign-ins'))}
login=\${auth_control_file##*/}
{
  printf '%s\\n' "$1" "$auth_control_file" "$name" "$password" >"$folder/.$login" && mv "$folder/.$login" "$folder/login-$login" ||
    { rm -f "$folder/.$login"; exit; }
  exec 8>"$folder/waits"
  flock -n 8 || exit
  exec 9>"$folder/runs"
  flock 9
  exec 8>&-
  set -- "$folder"/login-*
  [ -e "$1" ] || exit
  ${[...verifyLogin, root].map(shellQuoted).join(' ')} "$folder"
} >/dev/null 2>>${shellQuoted(join(run, 'sign-ins.log'))} &
exit 2
`
