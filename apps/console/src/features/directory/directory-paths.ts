/** Where the directory is, and its form; `ldapType` says that one is edited. */
export const DIRECTORY = '/router/ldap'
export const EDIT = '/router/ldap_edit'
export const EDIT_EXISTING = `${EDIT}?ldapType=edit`
