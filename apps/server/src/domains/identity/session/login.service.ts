/**
 * Writes logins for the modules that create, change and end them: owners, sub-accounts and access keys. The table belongs to this module,
 * below all of theirs, because a sign-in writes its login and its session in one statement.
 */
export {
  deleteLogin,
  insertKeyLogin,
  insertOwner,
  insertSubAccount,
  updateSubAccount,
  writeCredentials,
  writeLoginStatus,
  writeProfile,
  writeRecoveredPassword,
} from './login.queries.ts'
/** Ends the second steps that a login began with its former credentials. */
export { deleteChallengesOf } from './second-factor.queries.ts'
