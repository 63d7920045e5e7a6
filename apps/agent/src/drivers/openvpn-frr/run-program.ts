import { execFile } from 'node:child_process'

const LONGEST_MS = 20_000

/** Runs a program to its end, which it comes to in time. @returns what it said. @throws Error with what it complained of */
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
      // Its own children may hold these open for ever.
      child.stdout?.destroy()
      child.stderr?.destroy()
    }, LONGEST_MS)
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
