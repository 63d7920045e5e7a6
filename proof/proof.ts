/** The result of one part of a proof. */
export interface Finding {
  /** What was tried, and how often. */
  what: string
  /** One line for each failure; empty if there was none. */
  failures: string[]
}

/**
 * Tests one promise of the product thoroughly. It removes all that it starts or writes, even if it fails.
 * @param only the parts to run, of a proof that has parts; all if it is empty
 */
export type Proof = (say: (line: string) => void, only?: readonly string[]) => Promise<Finding[]>
