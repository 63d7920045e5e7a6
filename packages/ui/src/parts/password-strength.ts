/** From what is soon guessed to what is not. */
export const strengths = ['weak', 'medium', 'good', 'strong'] as const
export type PasswordStrengthLevel = (typeof strengths)[number]

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/]
const SHORT = 8
const LONG = 10
/** A password with fewer different characters than this is soon guessed by trying. */
const VARIED = 5

/** Returns whether the characters form a run: `abcdef`, `987654`, `aaaaaa`. */
function isRun(password: string): boolean {
  const codes = [...password].map((character) => character.charCodeAt(0))
  const steps = codes.slice(1).map((code, at) => code - codes[at]!)
  return steps.every((step) => step === steps[0] && Math.abs(step) <= 1)
}

/** Returns how hard a password is to guess, by its length and variety. This is advice; the contract sets the rule. */
export function strengthOf(password: string): PasswordStrengthLevel {
  const variety = kinds.filter((kind) => kind.test(password)).length
  if (password.length < SHORT || variety < 2 || new Set(password).size < VARIED || isRun(password)) return 'weak'
  const [varied, long] = [variety >= 3, password.length >= LONG]
  return varied && long ? 'strong' : varied || long ? 'good' : 'medium'
}
