/**
 * Writes logins for the rooms that make, change and end them: owners, sub-accounts and access keys. The table lies in this room, below
 * all of theirs, because a sign-in writes its login and its session in one statement.
 */
export {
  deleteLogin,
  insertKeyLogin,
  insertOwner,
  insertSubAccount,
  updateSubAccount,
  writeCredentials,
  writeProfile,
  writeRecoveredPassword,
} from './login.queries.ts'
/** Ends the second factors that a login still owes, which were begun with what it had before. */
export { deleteChallengesOf } from './second-factor.queries.ts'
