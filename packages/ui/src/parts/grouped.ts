/** Returns a count with grouped digits, the same in both languages: 5,000. */
export const grouped = (n: number): string => n.toLocaleString('en')
