/** What continues a name to its left; a dash does not, since files put their own words before a name, as in `PL-1234567890-HUB`. */
const BEFORE = /[A-Za-z0-9_.@]/
/** What continues a name to its right; a dot does not, since it also begins a file's ending. */
const AFTER = /[A-Za-z0-9_@-]/

/** Returns whether a text holds a member's name, and not only as a part of a longer one. */
export function namesMember(text: string, router_name: string): boolean {
  for (let at = text.indexOf(router_name); at >= 0; at = text.indexOf(router_name, at + 1))
    if (!BEFORE.test(text.charAt(at - 1)) && !AFTER.test(text.charAt(at + router_name.length))) return true
  return false
}
