export type PasswordStrengthLevel = 'weak' | 'medium' | 'strong'

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/]
const SHORT = 8
const LONG = 10
/** Fewer different characters than this are soon tried out. */
const VARIED = 5

/** Whether every character follows the one before: `abcdef`, `987654`, `aaaaaa`. */
function isRun(password: string): boolean {
  const codes = [...password].map((character) => character.charCodeAt(0))
  const steps = codes.slice(1).map((code, at) => code - codes[at]!)
  return steps.every((step) => step === steps[0] && Math.abs(step) <= 1)
}

/** How hard a password is to guess, by its length and variety. It is advice: the rule is the contract's. */
export function strengthOf(password: string): PasswordStrengthLevel {
  const variety = kinds.filter((kind) => kind.test(password)).length
  if (password.length < SHORT || variety < 2 || new Set(password).size < VARIED || isRun(password)) return 'weak'
  return variety >= 3 && password.length >= LONG ? 'strong' : 'medium'
}
