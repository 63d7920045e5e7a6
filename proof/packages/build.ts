import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../../bench/child.ts'

/** Builds a package of the server and returns its file. @throws with what the build said if it fails */
export const buildServer = (kind: 'deb' | 'image'): string =>
  execFileSync(join(ROOT, 'deploy/server/build.sh'), [kind], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
    .trim()
    .split('\n')
    .at(-1)!
