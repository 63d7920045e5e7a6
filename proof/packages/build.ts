import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../../bench/child.ts'

/** Builds a package of the server and returns its file. @throws with what the build said if it fails */
export const buildServer = (kind: 'deb' | 'image'): string => build('server', kind)

/** Builds the Debian package of the agent and returns its file. @throws with what the build said if it fails */
export const buildAgent = (): string => build('agent', 'deb')

const build = (app: 'server' | 'agent', kind: string): string =>
  execFileSync(join(ROOT, `deploy/${app}/build.sh`), [kind], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
    .trim()
    .split('\n')
    .at(-1)!
