/** Returns the address of the list of devices in which one device alone is found. */
export const devicePath = (router_name: string): string => `/devices?search=${encodeURIComponent(router_name)}`
