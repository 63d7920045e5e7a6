import { createLdap, type Ldap, LdapFailure } from '@weft/ldap'
import { type Egress, EgressFailure } from '../egress/egress.ts'

/** Returns an LDAP client for directories with a public address. */
export const createPublicLdap = ({ resolve }: Pick<Egress, 'resolve'>, now: () => Date): Ldap =>
  createLdap({
    now,
    resolve: (host, port) =>
      resolve(host, port).catch((error: unknown) => {
        if (!(error instanceof EgressFailure)) throw error
        throw new LdapFailure('reach', error.reason === 'address_refused' ? 'addressRefused' : 'unresolved', { host })
      }),
  })
