/** What a part of a proof found. */
export interface Finding {
  /** What was tried, with how often. */
  what: string
  /** One line for each failure. Empty when all held. */
  failures: string[]
}

/** Tries one promise of the product to its end. What it starts or writes is gone when it ends, however it ends. */
export type Proof = (say: (line: string) => void) => Promise<Finding[]>
