export {
  createLdap,
  type DirectoryPerson,
  type Ldap,
  LDAP_MOST_USERS,
  LDAP_SECONDS,
  type LdapCheck,
  type LdapTarget,
} from './ldap.ts'
export { LdapFailure } from './ldap-failure.ts'
export type { Resolve } from './ldap-socket.ts'
