/** Returns the name by which a member is called in a sentence: its own, else its serial number or login. */
export const nameOf = ({ note, router_name }: { note: string; router_name: string }): string => note || router_name
