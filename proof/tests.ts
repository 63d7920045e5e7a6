/** The proofs that are made of test files: `*.proof.ts`, each beside what it proves. Vitest runs those of apps and packages, Playwright those of e2e. */
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { openScratch } from '../scripts/runner/scratch.ts'
import type { Proof } from './proof.ts'

const root = path.resolve(import.meta.dirname, '..')

/** A proof made of test files. */
export interface TestProof {
  /** Globs of its files, relative to the repository. */
  files: readonly string[]
  /** Whether its files run one after another: they kill processes, count packets or use most of the machine. */
  alone?: boolean
  /** The folders whose changes it concerns, besides those of its files. */
  concerns?: readonly string[]
}

/** What the browser shows. */
const shown = ['apps/console', 'apps/ops', 'packages/ui']

export const testProofs: Record<string, TestProof> = {
  servers: {
    files: ['apps/server/test/servers.proof.ts'],
    alone: true,
    concerns: ['apps/server/src/gateway', 'apps/server/src/adapters/bus', 'apps/server/src/domains/foundation/instance'],
  },
  starts: {
    files: [
      'apps/server/test/start-refusals.proof.ts',
      'apps/server/src/db/server-role.api.proof.ts',
      'apps/server/src/db/embedded/*.proof.ts',
    ],
    alone: true,
    concerns: ['apps/server/src/kernel', 'apps/server/src/db', 'bin'],
  },
  away: {
    files: ['apps/server/test/{jobs-away,database-away,database-hosts,supervise,roles,drain}.proof.ts'],
    alone: true,
    concerns: ['apps/server/src/db', 'apps/server/src/jobs', 'apps/server/src/adapters/bus', 'apps/server/src/watchdog', 'bin'],
  },
  renewals: {
    files: ['apps/server/src/gateway/credential-kill.api.proof.ts'],
    alone: true,
    concerns: ['apps/agent/src/protocol'],
  },
  connections: {
    files: ['apps/server/src/http/broken-connections.api.proof.ts'],
    alone: true,
    concerns: ['apps/server/src/gateway'],
  },
  upgrades: {
    files: ['apps/server/src/db/*migrat*.proof.ts'],
    alone: true,
    concerns: ['apps/server/src/db/migrations', 'apps/server/src/db/schema'],
  },
  many: {
    files: [
      'apps/server/test/many/*.proof.ts',
      'apps/server/src/domains/member/member/list.proof.ts',
      'apps/server/src/demo/demo.proof.ts',
    ],
    concerns: [
      'apps/server/src/domains/identity/verification',
      'apps/server/src/domains/member/member',
      'apps/server/src/domains/member/member-file',
      'apps/server/src/domains/network/outage',
      'apps/server/src/adapters/spreadsheet',
      'apps/server/src/ops',
    ],
  },
  cost: {
    files: ['apps/server/test/cost/*.proof.ts'],
    alone: true,
    concerns: [
      'packages/contract/src',
      'packages/network-rules/src',
      'packages/member-config/src',
      'apps/server/src/domains',
      'apps/server/src/http',
    ],
  },
  matrix: {
    files: ['apps/server/test/matrix/*.proof.ts'],
    concerns: ['packages/contract/src', 'apps/server/src/domains', 'apps/server/src/http', 'apps/server/src/ops'],
  },
  tunnels: {
    files: ['apps/agent/{test/network,src/drivers/openvpn-frr}/*.proof.ts'],
    alone: true,
    concerns: ['apps/agent/src', 'packages/member-config/src', 'packages/network-rules/src', 'apps/server/src/gateway'],
  },
  field: {
    files: ['apps/agent/test/field/*.proof.ts'],
    alone: true,
    concerns: ['apps/agent/src', 'packages/member-config/src', 'apps/server/src/gateway'],
  },
  accessibility: { files: ['e2e/*accessibility.proof.ts'], concerns: shown },
  browser: { files: ['e2e/!(*accessibility).proof.ts'], concerns: shown },
}

/** The proofs that are programs and that `changed` runs. */
const programs: Record<string, Pick<TestProof, 'files' | 'concerns'>> = {
  neighbour: {
    files: ['proof/neighbour/*.ts'],
    concerns: ['apps/server/src/http', 'apps/server/src/gateway', 'apps/server/src/db', 'packages/contract/src/agent'],
  },
}

/** Returns the files of a proof, by path relative to the repository. */
export const filesOfProof = ({ files }: Pick<TestProof, 'files'>): string[] => globSync([...files], { cwd: root }).toSorted()

/** Runs a runner of tests, which prints what it finds, and resolves with its exit code. @param env what it has besides this process's */
export function runTests(command: string, args: string[], cwd = root, env: NodeJS.ProcessEnv = {}): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const scratch = openScratch()
  const child = spawn(path.join(root, 'node_modules/.bin', command), args, {
    cwd,
    env: { ...process.env, ...scratch.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  child.on('error', () => resolve(1))
  child.on('close', (code) => {
    scratch.remove()
    resolve(code ?? 1)
  })
  return promise
}

/** Returns the proof that runs these test files; each file that the runners report as failed has its reason in their output. */
export const runTestProof =
  (name: string, proof: TestProof): Proof =>
  async () => {
    const files = filesOfProof(proof)
    const inBrowser = files.filter((file) => file.startsWith('e2e/'))
    const others = files.filter((file) => !file.startsWith('e2e/'))
    const failures: string[] = []
    if (files.length === 0) failures.push(`no file matches ${proof.files.join(', ')}`)
    if (others.length > 0) {
      const order = proof.alone ? ['--no-file-parallelism'] : []
      if ((await runTests('vitest', ['run', '--project', 'proof', ...order, ...others])) !== 0)
        failures.push('a test of Vitest failed, see above')
    }
    if (inBrowser.length > 0) {
      // The browser shows what was built last.
      for (const app of ['apps/console', 'apps/ops']) await runTests('vite', ['build', '--logLevel', 'warn'], path.join(root, app))
      const code = await runTests('playwright', ['test', '--config', 'playwright.proof.config.ts', ...inBrowser])
      if (code !== 0) failures.push('a test in the browser failed, see above')
    }
    return [{ what: `${name}, ${files.length} files of tests`, failures }]
  }

/** Returns the names of the proofs that a change concerns: one of its files, or of their folders, or a folder that it names, changed. */
export function concernedProofs(
  changed: readonly string[],
  proofs: Record<string, Pick<TestProof, 'files' | 'concerns'>> = { ...testProofs, ...programs },
): string[] {
  const concerns = (proof: Pick<TestProof, 'files' | 'concerns'>) => {
    const folders = [...new Set([...filesOfProof(proof).map((file) => path.dirname(file)), ...(proof.concerns ?? [])])]
    return changed.some((file) => folders.some((folder) => file.startsWith(`${folder}/`)))
  }
  return Object.keys(proofs).filter((name) => concerns(proofs[name]!))
}
