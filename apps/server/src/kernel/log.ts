import { AsyncLocalStorage } from 'node:async_hooks'

/** Lines for the operator: JSON in production, readable text elsewhere. Never a secret, a token or personal data. */
export interface Log {
  info(message: string, facts?: Record<string, unknown>): void
  warn(message: string, facts?: Record<string, unknown>): void
  error(message: string, facts?: Record<string, unknown>): void
}

/** Returns an error as facts for a log line: what and where, without the values that a driver may add to it. */
export const errorFacts = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? {
        error: error.name,
        reason: withoutValue(error),
        stack: placesOf(error),
        ...(error.cause !== undefined && { cause: errorFacts(error.cause) }),
      }
    : { reason: String(error) }

/** Returns only the places of a stack, which also repeats a message of several lines. */
const placesOf = ({ stack }: Error): string | undefined =>
  stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 5)
    .join('\n')

/** Removes the value that PostgreSQL could not read (class 22) and quotes at the end of its message: a person may have typed it. */
const withoutValue = ({ message, code }: Error & { code?: string }): string => {
  const value = code?.startsWith('22') && message.endsWith('"') ? message.indexOf(': "') : -1
  return value === -1 ? message : message.slice(0, value)
}

/** The number of the call that is being served. */
const calls = new AsyncLocalStorage<string>()

/** Runs work of a call: each line that it logs, or what it awaits, has the call's number as `request_id`. */
export const inCall = <T>(request_id: string, work: () => T): T => calls.run(request_id, work)

/** Runs work that does not belong to the call that begins it, such as a write of what many calls gathered. */
export const outsideCalls = <T>(work: () => T): T => calls.exit(work)

const callFacts = (): { request_id?: string } => {
  const request_id = calls.getStore()
  return request_id === undefined ? {} : { request_id }
}

/** @param common facts that each line has, such as the process that writes it */
export const jsonLog = (write: (line: string) => void, common: Record<string, unknown> = {}): Log => {
  const line = (level: string) => (message: string, facts?: Record<string, unknown>) =>
    write(JSON.stringify({ time: new Date().toISOString(), level, message, ...common, ...callFacts(), ...facts }))
  return { info: line('info'), warn: line('warn'), error: line('error') }
}

export const textLog = (write: (line: string) => void): Log => {
  const line = (mark: string) => (message: string, facts?: Record<string, unknown>) => {
    const all = { ...callFacts(), ...facts }
    write(`${mark}${message}${Object.keys(all).length > 0 ? ` ${JSON.stringify(all)}` : ''}`)
  }
  return { info: line(''), warn: line('! '), error: line('!! ') }
}

/** How the lines of a process look, as another of its threads can be told: `common` is in each line of the form for programs. */
export interface LogForm {
  json: boolean
  common: Record<string, unknown>
}
export const logOf = ({ json, common }: LogForm, write: (line: string) => void): Log => (json ? jsonLog(write, common) : textLog(write))

export const silentLog: Log = { info() {}, warn() {}, error() {} }
