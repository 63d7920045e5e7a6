import { createConnection, type Socket } from 'node:net'

/** OpenVPN's management interface; only one connection to it is served at a time. */
export interface Management {
  /** Sends a command. @returns the lines of the answer. @throws Error with the error message of OpenVPN */
  ask(command: string, lines?: 'one' | 'many'): Promise<string[]>
  close(): void
}

const ANSWER_MS = 5000

interface Question {
  lines: string[] | undefined
  answered: (lines: string[]) => void
  failed: (error: Error) => void
}

/**
 * @param heard gets each line that OpenVPN sends unasked, without the leading `>`
 * @param closed called when the connection is gone; the process may still run
 */
export function openManagement(path: string, heard: (line: string) => void, closed: () => void): Promise<Management> {
  return new Promise((opened, refused) => {
    const socket: Socket = createConnection(path)
    const questions: Question[] = []
    let rest = ''

    function receive(line: string): void {
      if (line.startsWith('>')) return heard(line.slice(1))
      const question = questions[0]
      if (!question) return
      const { lines, answered, failed } = question
      if (line.startsWith('ERROR:')) {
        questions.shift()
        failed(new Error(line.slice('ERROR:'.length).trim()))
      } else if (!lines || line === 'END') {
        questions.shift()
        answered(lines ?? [line])
      } else lines.push(line)
    }

    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      const parts = (rest + text).split('\n')
      rest = parts.pop() ?? ''
      for (const part of parts) receive(part.replace(/\r$/, ''))
    })
    socket.on('error', refused)
    socket.on('close', () => {
      for (const { failed } of questions.splice(0)) failed(new Error('OpenVPN closed its management interface'))
      closed()
    })
    socket.on('connect', () =>
      opened({
        ask: (command, lines = 'one') =>
          new Promise((answered, failed) => {
            // A command on a connection that is gone would never be answered.
            if (socket.destroyed) return failed(new Error('OpenVPN closed its management interface'))
            const late = setTimeout(() => socket.destroy(), ANSWER_MS)
            const settled =
              <T>(settle: (value: T) => void) =>
              (value: T) => {
                clearTimeout(late)
                settle(value)
              }
            questions.push({ lines: lines === 'many' ? [] : undefined, answered: settled(answered), failed: settled(failed) })
            socket.write(`${command}\n`)
          }),
        close: () => socket.destroy(),
      }),
    )
  })
}

/** Returns a text in quotes, as commands expect it. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
