import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Answer, asRoot, cleanUp, launcherProcess, temporaryDir } from './testing/launched.ts'

afterEach(cleanUp)

/** Runs a script in a file system of its own of `megabytes`; `launch` in the script starts and stops a launcher. */
async function onSmallDisk(megabytes: number, script: string): Promise<{ dir: string; answers: Answer[] }> {
  const mount = path.dirname(await temporaryDir())
  const dir = path.join(mount, 'postgres')
  const namespace = asRoot ? ['--mount'] : ['--user', '--map-root-user', '--mount']
  const launch = `launch() { "${process.execPath}" "${launcherProcess}" "${dir}" < /dev/null || true; }`
  const whole = `set -e; ${launch}; mount -t tmpfs -o size=${megabytes}m none "${mount}"; cd "${mount}"; ${script}`
  const { stdout } = await promisify(execFile)('unshare', [...namespace, 'sh', '-c', whole])
  return {
    dir,
    answers: stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer),
  }
}

const sentence = (dir: string) => ({ refused: `The disk that holds ${dir} is full: free some space and start again.`, known: true })

test('a first start on a disk that is too small is refused in one sentence and leaves no unfinished cluster', async () => {
  const { dir, answers } = await onSmallDisk(20, `launch; ls postgres | grep -q initdb- && echo '{"refused":"left over"}'; true`)
  expect(answers).toEqual([sentence(dir)])
})

test('a first start on a disk with no byte left is refused in the same sentence', async () => {
  const { dir, answers } = await onSmallDisk(1, 'mkdir postgres; cat /dev/zero > filler 2> /dev/null || true; launch')
  expect(answers).toEqual([sentence(dir)])
})

test('a start on a disk that filled up since the last start is refused, and succeeds once there is room', async () => {
  const { dir, answers } = await onSmallDisk(200, 'launch; cat /dev/zero > filler 2> /dev/null || true; launch; rm filler; launch')
  expect(answers).toEqual([
    expect.objectContaining({ url: expect.any(String) }),
    sentence(dir),
    expect.objectContaining({ url: expect.any(String) }),
  ])
})
