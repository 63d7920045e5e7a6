const strategy = (text: string): number => [...text].length

/**
 * Returns the `count` of an antd field: a limit in characters, as the contract counts them, not UTF-16 units. The length is shown, in red
 * beyond the limit; what was typed is kept, and the form's rule says the limit.
 */
export const counted = (max: number) => ({ show: true, max, strategy })
