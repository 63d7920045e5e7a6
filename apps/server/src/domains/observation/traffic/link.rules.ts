/**
 * Returns the name under which the traffic of a link is kept, among the interfaces of the member that dials it. No interface of a device
 * has a slash in its name.
 */
export const linkInterface = (network_number: string, center_router_name: string): string => `${network_number}/${center_router_name}`
