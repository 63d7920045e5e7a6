import { execFile } from 'node:child_process'

const LONGEST_MS = 20_000

/** Runs a program to its end, and kills it after 20 seconds. @returns its output. @throws Error with its messages */
export function runProgram(program: string, args: readonly string[], input?: string): Promise<string> {
  return new Promise((done, failed) => {
    const child = execFile(program, [...args], { maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      clearTimeout(late)
      if (!error) return done(stdout)
      const said = `${stderr}\n${stdout}`.replace(/\s*\n\s*/g, '; ').replace(/^; |; $/g, '')
      failed(new Error(`${program}: ${(said || error.message).slice(0, 400)}`))
    })
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      // Its own child processes may keep these pipes open, and the callback would never run.
      child.stdout?.destroy()
      child.stderr?.destroy()
    }, LONGEST_MS)
    // A program may exit before it reads its input; its exit code reports that.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
