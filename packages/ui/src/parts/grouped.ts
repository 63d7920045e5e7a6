/** A count as it stands in sentences, in either language: 5,000. */
export const grouped = (n: number): string => n.toLocaleString('en')
