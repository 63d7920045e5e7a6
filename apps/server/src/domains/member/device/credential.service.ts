/** Reads and writes the credentials with which members and POPs prove themselves to the controller. */
export {
  addCredential,
  deleteMemberCredentials,
  deleteOthers,
  deletePopCredentials,
  enrolHolder,
  findByCredential,
  type Holder,
  isPop,
  lockHolder,
  OPERATOR,
  setBearerLogin,
  touchEnrolments,
  useCredential,
  usedCredentials,
  validEnrolments,
} from './credential.queries.ts'
