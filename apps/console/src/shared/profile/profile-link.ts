/** The page behind a link to a profile. */
const PAGE = '/profile'

/** Returns the address of a link. Its token stands behind the `#`, which browsers send to no server. */
export const profileLinkAddress = (token: string): string => `${location.origin}${PAGE}#${token}`
