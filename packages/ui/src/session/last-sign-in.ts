import { readStored, writeStored } from '../store/stored.ts'

const KEY = 'last_sign_in'

/** Who signed in last in this browser. */
export interface LastSignIn<M extends string> {
  /** As it was typed. */
  username: string
  mode: M
}

/** Returns who signed in last in this browser, if a mode of these. */
export function lastSignIn<M extends string>(modes: readonly M[]): LastSignIn<M> | undefined {
  try {
    const { username, mode } = JSON.parse(readStored(KEY) ?? '{}') as Partial<LastSignIn<M>>
    return typeof username === 'string' && mode !== undefined && modes.includes(mode) ? { username, mode } : undefined
  } catch {
    return undefined
  }
}

export const rememberSignIn = (who: LastSignIn<string>): void => writeStored(KEY, JSON.stringify(who))
