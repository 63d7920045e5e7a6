const strategy = (text: string): number => [...text].length

/** Returns the `count` of an antd field: a limit in characters, as the contract counts them, not UTF-16 units; the length is shown. */
export const counted = (max: number) => ({ show: true, max, strategy })

/** Returns the same for a field that cuts off longer text. */
export const cutAt = (max: number) => ({ ...counted(max), exceedFormatter: (text: string) => [...text].slice(0, max).join('') })
