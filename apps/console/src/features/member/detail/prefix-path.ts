/** Returns the address of the panel of a member's prefixes in a network. */
export const prefixPath = (network_number: string, router_name: string): `/${string}` =>
  `/network/detail?network_number=${network_number}&tab=settings&panel=prefix&node=${encodeURIComponent(router_name)}`
