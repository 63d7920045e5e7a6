const strategy = (text: string): number => [...text].length

/** What antd's fields take as `count`: so many characters, as the contract counts, not UTF-16 units; the length is shown. */
export const counted = (max: number) => ({ show: true, max, strategy })

/** The same of a field that takes no more than that. */
export const cutAt = (max: number) => ({ ...counted(max), exceedFormatter: (text: string) => [...text].slice(0, max).join('') })
