import { readable } from './ids.ts'
import { digest } from './secrets.ts'

const GROUPS = 4
const GROUP_LENGTH = 4

/** Returns about 79 random bits as a code that people read out and type: `7KQM-2XVA-…`. */
export const activationCode = (): string => Array.from({ length: GROUPS }, () => readable(GROUP_LENGTH)).join('-')

/** Returns the hash that is stored of an activation code. The code may be typed in any case, with any spaces and hyphens or none. */
export function activationHash(typed: string): Buffer {
  const letters = typed.replace(/[\s-]/g, '').toUpperCase()
  return digest((letters.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'gu')) ?? []).join('-'))
}
