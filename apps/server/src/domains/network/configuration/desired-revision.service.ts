/** Raises the configuration revision of every networked member of an account, for callers outside the wing `network`. */
export { raiseEveryConfig } from './configuration.queries.ts'
