/** The paths of the directory and of its form; `ldapType` says that an existing one is edited. */
export const DIRECTORY = '/router/ldap'
export const EDIT = '/router/ldap_edit'
export const EDIT_EXISTING = `${EDIT}?ldapType=edit`
