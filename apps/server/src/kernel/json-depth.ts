/** Returns whether a value as JSON has it holds lists or objects in more than `most` levels; the value itself is the first. */
export const deeperThan = (most: number, value: unknown): boolean =>
  typeof value === 'object' && value !== null && (most === 0 || Object.values(value).some((inner) => deeperThan(most - 1, inner)))
