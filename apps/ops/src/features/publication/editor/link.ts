const UNCLEAR = /[\p{Cc}\p{Cf}\s\\]/u

/** Returns whether the server keeps a link: to a site, to a mailbox, to an address of our own or to a place in the text. */
export function isLink(address: string): boolean {
  if (UNCLEAR.test(address)) return false
  if (/^\/(?!\/)/.test(address) || /^#./.test(address) || /^mailto:[^?]+/i.test(address)) return true
  return /^https?:\/\//i.test(address) && URL.canParse(address)
}
