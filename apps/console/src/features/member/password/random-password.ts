/** Without 0 O o, 1 l I i, so that a password can be read aloud without mistakes. */
const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const lower = 'abcdefghjkmnpqrstuvwxyz'
const digits = '23456789'
const LENGTH = 12

/** Returns a whole number below `bound`, each as likely as the others. */
function below(bound: number): number {
  const limit = 256 - (256 % bound)
  for (;;) {
    const [byte = 256] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < limit) return byte % bound
  }
}

/** Returns a password of letters and digits that are not mistaken for each other, with both cases and a digit in it. */
export function randomPassword(): string {
  const all = upper + lower + digits
  for (;;) {
    const password = Array.from({ length: LENGTH }, () => all[below(all.length)]).join('')
    if ([/[A-Z]/, /[a-z]/, /\d/].every((kind) => kind.test(password))) return password
  }
}
